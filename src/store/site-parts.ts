import { sitesOfCall } from '@/src/core/adapter/several-sites';
import { hasEnded } from '@/src/core/records/transition';
import type { Approval } from '@/src/schema/approval';
import type { Chat, Target } from '@/src/schema/chat';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { isJsonObject } from '@/src/schema/values/json';
import type { StewardDatabase } from './db';
import { startingWith } from './starting-with';

/** A site's part in the newest calls of a chat about several sites. */
export interface SiteView extends Target {
  origin: string | null;
  /** `waiting`: for the site before. `over`: also if its calls could not be begun; then it has no results. */
  state: 'waiting' | 'asks' | 'works' | 'over';
  /** The approval request that the site's chat waits for; null in other states. */
  approval: Approval | null;
  /** The results that its calls have. */
  results: ToolMessage[];
}

/** The tables that are read. */
type PartTables = Pick<StewardDatabase, 'chats' | 'messages' | 'runs' | 'approvals'>;

/** The sites that the newest calls of an open run name, in the chat's order. Empty for other chats. */
export async function siteParts(
  db: PartTables,
  { targets }: Chat,
  run: Run | undefined,
  messages: readonly Message[],
): Promise<SiteView[]> {
  if (targets === undefined || run === undefined || hasEnded(run.status)) return [];
  const response = messages.findLast(
    (message) => message.role === 'assistant' && message.runId === run.id && message.toolCalls.length > 0,
  );
  if (response?.role !== 'assistant') return [];
  const named = namedIn(response, targets);
  const parts = await Promise.all(
    targets.filter(({ name }) => named.has(name)).map((site) => partOf(db, site, response.id)),
  );
  const isAtWork = parts.some(({ state }) => state === 'works');
  // The sites begin one after the other: if none works, no further one begins.
  return parts.map((part) => (part.state === 'waiting' && !isAtWork ? { ...part, state: 'over' } : part));
}

function namedIn({ toolCalls }: AssistantMessage, targets: readonly Target[]): Set<string> {
  const names = targets.map(({ name }) => name);
  const named = toolCalls.flatMap(({ argumentsText }) => {
    const args = parsed(argumentsText);
    // A call that names no site may be one of the leading chat itself.
    return isJsonObject(args) && 'targets' in args ? sitesOfCall(args, names).named : [];
  });
  return new Set(named.length === 0 ? names : named);
}

/** The value of this JSON; null for a text that isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The model’s call is invalid, so it runs nowhere; or a row of a restored file was changed.
    return null;
  }
}

async function partOf(db: PartTables, site: Target, messageId: string): Promise<SiteView> {
  const [chat, run] = await Promise.all([
    db.chats.get(site.chatId),
    startingWith(db.runs, '[chatId+startedAtMs]', site.chatId).last(),
  ]);
  const part = { ...site, origin: chat?.binding?.origin ?? null };
  if (run?.carriesOut !== messageId) return { ...part, state: 'waiting', approval: null, results: [] };
  const asked = run.status.state === 'waiting-for-approval' ? run.status.approvalId : null;
  const [approval, results] = await Promise.all([
    asked === null ? undefined : db.approvals.get(asked),
    startingWith(db.messages, '[chatId+role+position]', site.chatId, 'tool')
      .filter(({ runId }) => runId === run.id)
      .toArray(),
  ]);
  const state = approval !== undefined ? 'asks' : hasEnded(run.status) ? 'over' : 'works';
  return {
    ...part,
    state,
    approval: approval ?? null,
    results: results.filter((message) => message.role === 'tool'),
  };
}
