import type { Target } from '@/src/schema/chat';
import { type InForce, isInForce } from '@/src/schema/values/in-force';
import type { StewardDatabase } from './db';
import { parsed } from './site-parts';
import { startingWith } from './starting-with';

/** A site whose calls belong to a response, and the newest answer to the question whether its change is in force; null if nobody asked. */
export interface SiteCheck {
  /** The site's name in the chat. */
  site: string;
  check: (InForce & { atMs: number }) | null;
  /** True if no later calls were carried out there, so that the question can be asked again. */
  isNewest: boolean;
}

/** Returns the query for the sites that carried out calls of this response of their leading chat, in the chat's order. */
export function createSiteCheckReader(db: StewardDatabase) {
  return (chatId: string, messageId: string): Promise<SiteCheck[]> =>
    db.transaction('r', [db.audit, db.chats, db.messages, db.runs], async () => {
      const targets = (await db.chats.get(chatId))?.targets ?? []; // None: a chat about one page.
      return (await Promise.all(targets.map((site) => checkOf(db, site, messageId)))).flat();
    });
}

async function checkOf(
  db: Pick<StewardDatabase, 'audit' | 'messages' | 'runs'>,
  { name: site, chatId }: Target,
  messageId: string,
): Promise<SiteCheck[]> {
  const runs = await startingWith(db.runs, '[chatId+startedAtMs]', chatId).toArray();
  const run = runs.findLast(({ carriesOut }) => carriesOut === messageId);
  if (run === undefined) return [];
  const response = await startingWith(db.messages, '[chatId+role+position]', chatId, 'assistant')
    .filter(({ runId }) => runId === run.id)
    .first();
  const executionId = response?.role === 'assistant' ? response.toolCalls[0]?.executionId : undefined;
  const entries = await db.audit
    .where('executionId')
    .equals(executionId ?? '')
    .filter(({ action }) => action === 'check')
    .sortBy('sequence');
  const newest = entries.at(-1);
  const found = parsed(newest?.proposed ?? '');
  const check = newest !== undefined && isInForce(found) ? { ...found, atMs: newest.atMs } : null;
  return [{ site, check, isNewest: run === runs.at(-1) }];
}
