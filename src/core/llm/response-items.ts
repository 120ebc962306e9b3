import type { ApiMessage } from '@/src/schema/api-message';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';
import { RESPONSE_ITEMS } from './members';

type ApiAnswer = Extract<ApiMessage, { role: 'assistant' }>;

/** An item of an answer of the Responses API. */
export interface AnswerItem {
  type: 'message' | 'reasoning' | 'function_call';
  /** Its text; the arguments of a call. */
  text: string;
  isDone: boolean;
  /** The item as the server sent it; empty if it came only in pieces. */
  given: JsonObject;
}

/** Separates the texts of an answer that has several messages. */
export const MESSAGE_SEPARATOR = '\n\n';

/** Maximum nesting depth of a reasoning item that is kept. A message's member may have 32 levels, and the item is nested inside of one. */
const MAX_NESTING = 28;

/**
 * The member of an answer that keeps the order of its items, the lengths of its messages, and its reasoning; see {@link inputItems}.
 * Reasoning is kept without its id: a server that stores nothing refuses an id, because it can't find it. Reasoning without a
 * list of summaries, as some proxies send it, is left out, because servers refuse it.
 */
export function keptItems(items: readonly AnswerItem[]): JsonObject {
  const kept = items.flatMap(({ type, text, isDone, given }): JsonObject[] => {
    if (type === 'function_call') return [{ type }];
    if (type === 'message')
      return text === '' ? [] : [{ type, length: text.length, phase: given.phase ?? null }];
    const { id: _, status: __, ...item } = given;
    return isDone && Array.isArray(item.summary) && !isDeeperThan(item, MAX_NESTING) ? [item] : [];
  });
  return { [RESPONSE_ITEMS]: kept };
}

/** True if an answer has reasoning that can be sent back. */
export function hasKeptReasoning({ members }: ApiAnswer): boolean {
  return keptOf(members, 'reasoning').length > 0;
}

/**
 * The items that repeat an answer in a request, in the order in which the server sent them. Reasoning with no text or call after
 * it is left out, since servers refuse it. If the text is no longer the one that was received, all reasoning comes first, then the text, then
 * the calls.
 */
export function inputItems(answer: ApiAnswer, keepsReasoning: boolean): JsonObject[] {
  const { content, tool_calls = [], members } = answer;
  const calls = tool_calls.map(({ id, function: { name, arguments: argumentsText } }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: argumentsText,
  }));
  let text = content ?? '';
  const lengths = keptOf(members, 'message').map(lengthOf);
  const total = lengths.reduce((sum, length) => sum + length + MESSAGE_SEPARATOR.length, 0);
  const isAsReceived =
    Math.max(0, total - MESSAGE_SEPARATOR.length) === text.length &&
    keptOf(members, 'function_call').length === calls.length;
  const order = isAsReceived
    ? keptOf(members)
    : [...keptOf(members, 'reasoning'), { type: 'message', length: text.length }, ...calls];
  const items = order.flatMap((entry): JsonObject[] => {
    if (entry.type === 'reasoning') return keepsReasoning ? [entry] : [];
    if (entry.type !== 'message') return calls.splice(0, 1);
    const part = text.slice(0, lengthOf(entry));
    text = text.slice(part.length + MESSAGE_SEPARATOR.length);
    return part.trim() === '' ? [] : [messageItem(part, entry)];
  });
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

function messageItem(text: string, { phase }: JsonObject): JsonObject {
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  return typeof phase === 'string' ? { ...item, phase } : item;
}

/** The kept items, or those of one type. An imported chat may have any value here. */
function keptOf(members: JsonObject | undefined, type?: AnswerItem['type']): JsonObject[] {
  const list = members?.[RESPONSE_ITEMS];
  const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return type === undefined ? items : items.filter((item) => item.type === type);
}

function lengthOf({ length }: JsonObject): number {
  return typeof length === 'number' ? length : 0;
}
