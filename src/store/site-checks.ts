import type { Target } from '@/src/schema/chat';
import { type InForce, isInForce } from '@/src/schema/values/in-force';
import type { StewardDatabase } from './db';
import { parsed } from './site-parts';
import { startingWith } from './starting-with';

/** The newest answer of a site to the question whether a change is in force there. */
export interface SiteCheck extends InForce {
  /** The site's name in the chat. */
  site: string;
  atMs: number;
}

/** The newest checks of the sites for this response of their leading chat. A site that was not checked is missing. */
export async function checksOf(
  db: Pick<StewardDatabase, 'audit' | 'messages' | 'runs'>,
  targets: readonly Target[],
  messageId: string,
): Promise<SiteCheck[]> {
  return (await Promise.all(targets.map((site) => checkOf(db, site, messageId)))).flat();
}

async function checkOf(
  db: Pick<StewardDatabase, 'audit' | 'messages' | 'runs'>,
  { name, chatId }: Target,
  messageId: string,
): Promise<SiteCheck[]> {
  const run = await startingWith(db.runs, '[chatId+startedAtMs]', chatId).last();
  if (run?.carriesOut !== messageId) return [];
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
  return newest !== undefined && isInForce(found) ? [{ ...found, site: name, atMs: newest.atMs }] : [];
}
