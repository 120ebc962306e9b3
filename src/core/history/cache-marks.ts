import type { ChatSettings } from '@/src/schema/chat-settings';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { OmissionCount } from './omissions';
import type { RequestMessage } from './request-message';
import { conclusionsOf } from './turns';

/** Largest share of a request's messages, from the oldest on, that a cache mark covers. */
const CACHED_SHARE = 0.7;

/** The inputs that decide where a request's cache marks are. */
interface MarkRules {
  mode: ChatSettings['cacheMode'];
  /** True if the mark of the conversation stays where the latest answer's request had it. */
  isFrozen: boolean;
  /** The whole conversation, including the messages that a summary replaces. */
  entries: readonly Message[];
}

/**
 * The indices of the messages that carry a cache mark. `system` marks the static system prompt, which the provider's cache
 * covers together with the tools before it. `cached` also marks one message of the conversation.
 *
 * @param messages all messages as sent; the static system prompt, if there is one, is the first
 */
export function placeCacheMarks(
  messages: readonly RequestMessage[],
  { mode, isFrozen, entries }: MarkRules,
  hasStaticPrompt: boolean,
  omissions: OmissionCount,
): number[] {
  if (mode === 'all-off') return [];
  const system = hasStaticPrompt ? [0] : [];
  if (mode === 'system') return system;
  const conclusions = conclusionsOf(entries);
  const former = formerMark(messages, entries, conclusions);
  if (former?.isGone === true) omissions.add({ what: 'cache-mark', reason: 'marked-part-changed' }, 1, []);
  const index = isFrozen ? (former?.index ?? null) : conversationMark(messages, conclusions);
  return index === null ? system : [...system, index];
}

/**
 * The index of the last message that a mark may be on; null if there is none. The mark covers at most {@link CACHED_SHARE} of
 * the messages, and none of the last turn's results: these are the first that ageing and tool memory change.
 */
function conversationMark(
  messages: readonly RequestMessage[],
  conclusions: ReadonlySet<string>,
): number | null {
  const ofShare = Math.floor(messages.length * CACHED_SHARE) - 1;
  const results = firstResultOfLastTurn(messages, conclusions);
  const last = results === null ? ofShare : Math.min(ofShare, results - 1);
  const index = messages.findLastIndex(({ message }, at) => at <= last && canCarryMark(message));
  return index === -1 ? null : index;
}

/** True if the message can carry a mark. A mark is set on a text, so a message that has only calls can carry none. */
function canCarryMark({ role, content }: RequestMessage['message']): boolean {
  return role !== 'system' && content !== null;
}

/**
 * Index of the first result of the last turn; null if that has none. The last turn is the assistant's latest
 * activity, concluded or not.
 */
function firstResultOfLastTurn(
  messages: readonly RequestMessage[],
  conclusions: ReadonlySet<string>,
): number | null {
  const isConclusion = ({ sources }: RequestMessage) => sources.some(({ id }) => conclusions.has(id));
  const activity = messages.findLastIndex(({ message }) => message.role === 'assistant');
  const before = messages.findLastIndex(
    (requestMessage, at) => at < activity && isConclusion(requestMessage),
  );
  // The result of a call that concluded the previous turn doesn't belong to the last one.
  const first = messages.findIndex(
    ({ message }, at) => at > before && message.role === 'assistant' && message.tool_calls !== undefined,
  );
  return first === -1 ? null : first + 1;
}

/** The mark of the latest answer's request, located in this request. */
interface FormerMark {
  /** Null if no message of that request can carry it any more. */
  index: number | null;
  /** True if the messages up to the mark are no longer sent as they were. */
  isGone: boolean;
}

/** True for an answer whose request had a mark. A plan has none, since it answers no request. */
function hasMark(entry: Message): entry is AssistantMessage {
  return entry.role === 'assistant' && entry.cacheControlIndex !== undefined;
}

/** The mark of the latest answer whose request had one; null if there is none on a message of the conversation. */
function formerMark(
  messages: readonly RequestMessage[],
  entries: readonly Message[],
  conclusions: ReadonlySet<string>,
): FormerMark | null {
  const answer = entries.findLast(hasMark);
  const stored = answer?.cacheControlIndex;
  // A mark on the system prompt has no place in the conversation. Without that prompt, index 0 is in the conversation.
  if (answer === undefined || (stored === 0 && messages[0]?.message.role === 'system')) return null;
  const place = messages.findIndex(({ sources }) => sources.some(({ id }) => id === answer.id));
  if (place === -1) return { index: null, isGone: true };
  // The same rule on the messages before the answer gives the same place, unless something before it is left out now.
  const index = conversationMark(messages.slice(0, place), conclusions);
  return { index, isGone: index !== stored };
}
