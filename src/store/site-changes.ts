import { conversation } from '@/src/core/records/message';
import type { Target } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';
import type { StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** The change that a site's part of an answer made on the site's page. */
export interface SiteChange extends Target {
  /** The answer of the chat that leads the sites. */
  messageId: string;
  checkpoint: CheckpointEntry;
  /** The rollbacks of the site's chat. */
  rollbacks: RollbackMessage[];
}

/** Number of a site's newest checkpoints whose answers are looked for. */
const NEWEST_CHANGES = 20;

/** The newest changes of a site. `entries`: the checkpoints of its chat, newest first. */
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
  const made = entries.filter(({ reason }) => reason === 'before-changes').slice(0, NEWEST_CHANGES);
  const changes = made.map(async (checkpoint): Promise<SiteChange[]> => {
    const response = await db.messages.get(checkpoint.messageId ?? '');
    const messageId = (await db.runs.get(response?.runId ?? ''))?.carriesOut;
    if (messageId === undefined) return [];
    const kept = conversation(rollbacks).filter((message) => message.role === 'rollback');
    return [{ ...site, messageId, checkpoint, rollbacks: kept }];
  });
  return (await Promise.all(changes)).flat();
}
