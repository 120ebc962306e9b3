import { canUndo } from '@/src/core/checkpoints/can-undo';
import { conversation } from '@/src/core/records/message';
import type { Target } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** The change that a site's part of an answer made on the site's page. */
export interface SiteChange extends Target {
  /** The answer of the chat that leads the sites. */
  messageId: string;
  checkpoint: CheckpointEntry;
}

/** Number of a site's newest checkpoints whose answers are looked for. */
const NEWEST_CHANGES = 20;

/** The newest changes of a site that can be undone. `entries`: the checkpoints of its chat, newest first. */
export async function changesOf(
  db: Pick<StewardDatabase, 'messages' | 'runs'>,
  site: Target,
  entries: readonly CheckpointEntry[],
): Promise<SiteChange[]> {
  const rollbacks = await startingWith(
    db.messages,
    '[chatId+role+position]',
    site.chatId,
    'rollback',
  ).toArray();
  const kept = conversation(rollbacks).filter((message) => message.role === 'rollback');
  const made = entries.filter((entry) => canUndo(entry, kept)).slice(0, NEWEST_CHANGES);
  const changes = made.map(async (checkpoint): Promise<SiteChange[]> => {
    const response = await db.messages.get(checkpoint.messageId ?? '');
    const messageId = (await db.runs.get(response?.runId ?? ''))?.carriesOut;
    if (messageId === undefined) return [];
    return [{ ...site, messageId, checkpoint }];
  });
  return (await Promise.all(changes)).flat();
}

/** The changes by answer, the newest answer first. */
export function byAnswer(changes: readonly SiteChange[]): SiteChange[][] {
  const newestFirst = changes.toSorted((a, b) => b.checkpoint.createdAtMs - a.checkpoint.createdAtMs);
  const ids = new Set(newestFirst.map(({ messageId }) => messageId));
  return [...ids].map((id) => changes.filter(({ messageId }) => messageId === id));
}
