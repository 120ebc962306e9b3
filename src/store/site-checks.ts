import { changesPage } from '@/src/core/records/tool-effect';
import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import { type InForce, isInForce } from '@/src/schema/values/in-force';
import { auditOfExecution } from './audit-rows';
import type { StewardDatabase } from './db';
import { parsed } from './site-parts';
import { startingWith } from './starting-with';

/** A site that a response's calls changed, and the newest answer to the question whether its change is in force; null if nobody asked. */
export interface SiteCheck {
  /** The site's name when its newest calls were carried out, as in their results. */
  site: string;
  /** Name of the tool that changed it last. */
  tool: string;
  check: (InForce & { atMs: number }) | null;
  /** True if no later calls were carried out there, so that the question can be asked again. */
  isNewest: boolean;
}

/** Returns the query for the sites that the calls of this response of their leading chat changed, in the chat's order. */
export function createSiteCheckReader(db: StewardDatabase) {
  return (chatId: string, messageId: string): Promise<SiteCheck[]> =>
    db.transaction('r', [db.audit, db.chats, db.executions, db.messages, db.runs], async () => {
      const targets = (await db.chats.get(chatId))?.targets ?? []; // None: a chat about one page.
      const members = await db.chats.bulkGet(targets.map(({ chatId }) => chatId));
      const checks = members.map((member) => (member ? checkOf(db, member, messageId) : []));
      return (await Promise.all(checks)).flat();
    });
}

async function checkOf(
  db: Pick<StewardDatabase, 'audit' | 'executions' | 'messages' | 'runs'>,
  { title: site, id: chatId }: Pick<Chat, 'id' | 'title'>,
  messageId: string,
): Promise<SiteCheck[]> {
  const runs = await startingWith(db.runs, '[chatId+startedAtMs]', chatId).toArray();
  const run = runs.findLast(({ carriesOut }) => carriesOut === messageId);
  if (run === undefined) return [];
  const response = await startingWith(db.messages, '[chatId+role+position]', chatId, 'assistant')
    .filter(({ runId }) => runId === run.id)
    .first();
  const calls = response?.role === 'assistant' ? response.toolCalls : [];
  const [first] = calls;
  if (response === undefined || first === undefined) return [];
  // The results follow their calls.
  const results = await db.messages
    .where('[chatId+role+position]')
    .between([chatId, 'tool', response.position], [chatId, 'tool', Infinity])
    .limit(calls.length)
    .toArray();
  const executions = await db.executions.bulkGet(calls.map(({ executionId }) => executionId));
  const made = executions.findLast((one) => one?.effect && changesPage(one.effect) && isMade(one, results));
  if (made === undefined) return [];
  const entries = await auditOfExecution(db, first.executionId);
  const newest = entries.findLast(({ action }) => action === 'check');
  const found = parsed(newest?.proposed ?? '');
  const check = newest !== undefined && isInForce(found) ? { ...found, atMs: newest.atMs } : null;
  return [{ site, tool: made.name, check, isNewest: run === runs.at(-1) }];
}

function isMade({ id }: Execution, results: readonly Message[]): boolean {
  return results.some((one) => one.role === 'tool' && one.executionId === id && one.result.success);
}
