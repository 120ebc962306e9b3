import type { ApiMessage } from '@/src/schema/api-message';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';
import { RESPONSE_ITEMS } from './members';

type ApiAnswer = Extract<ApiMessage, { role: 'assistant' }>;

/** Separates the texts of an answer that has several messages. */
export const MESSAGE_SEPARATOR = '\n\n';

/** One item of an answer, in the answer's order. `length`: of its text, in UTF-16 units. */
export type ResponseItem =
  | { kind: 'reasoning'; item: JsonObject }
  | { kind: 'text'; length: number; phase?: string }
  | { kind: 'call' };

/** Maximum nesting of a reasoning item that is kept: a member of a message has at most 32 levels, and this is a part of one. */
const MAX_NESTING = 28;

/**
 * The reasoning as it has to be sent back. Without the id, since a server that stores nothing looks it up in vain. Null for
 * an item that no server accepts: some proxies send one without the list of summaries.
 */
export function reasoningToKeep({ id: _, status: __, ...item }: JsonObject): ResponseItem | null {
  return Array.isArray(item.summary) && !isDeeperThan(item, MAX_NESTING) ? { kind: 'reasoning', item } : null;
}

/** The member of an answer that keeps its items; see {@link inputItems}. */
export function keptItems(items: readonly ResponseItem[]): JsonObject {
  return { [RESPONSE_ITEMS]: [...items] };
}

/** True if an answer has reasoning that can be sent back. */
export function hasKeptReasoning({ members }: ApiAnswer): boolean {
  return entriesOf(members).some((entry) => reasoningOf(entry) !== null);
}

/**
 * The items that repeat an answer in a request, in the order in which the server sent them. Reasoning with no text or call after
 * it is left out, since servers refuse it. If the text is no longer the one that was received, all reasoning comes first, then the text, then
 * the calls.
 */
export function inputItems(answer: ApiAnswer, keepsReasoning: boolean): JsonObject[] {
  const text = answer.content ?? '';
  const calls = (answer.tool_calls ?? []).map(({ id, function: { name, arguments: argumentsText } }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: argumentsText,
  }));
  const kept = entriesOf(answer.members).filter(
    (entry) => entry.kind !== 'reasoning' || reasoningOf(entry) !== null,
  );
  const lengths = kept.flatMap((entry) => (entry.kind === 'text' ? [lengthOf(entry)] : []));
  const total = lengths.reduce((sum, length) => sum + length + MESSAGE_SEPARATOR.length, 0);
  const isAsReceived =
    Math.max(0, total - MESSAGE_SEPARATOR.length) === text.length &&
    kept.filter(({ kind }) => kind === 'call').length === calls.length;
  const order = isAsReceived
    ? kept
    : [
        ...kept.filter(({ kind }) => kind === 'reasoning'),
        { kind: 'text', length: text.length },
        ...calls.map(() => ({ kind: 'call' })),
      ];
  const items: JsonObject[] = [];
  let pending: JsonObject[] = [];
  let at = 0;
  const add = (...added: JsonObject[]) => {
    items.push(...pending, ...added);
    pending = [];
  };
  for (const entry of order) {
    const reasoning = reasoningOf(entry);
    if (reasoning !== null) {
      if (keepsReasoning) pending.push(reasoning);
    } else if (entry.kind === 'call') add(...calls.splice(0, 1));
    else {
      const part = text.slice(at, at + lengthOf(entry));
      at += part.length + MESSAGE_SEPARATOR.length;
      if (part.trim() !== '') add(messageItem(part, entry));
    }
  }
  return items;
}

function messageItem(text: string, { phase }: JsonObject): JsonObject {
  const content = [{ type: 'output_text', text }];
  return {
    type: 'message',
    role: 'assistant',
    content,
    ...(typeof phase === 'string' ? { phase } : {}),
  };
}

/** An imported chat may have any value here. */
function entriesOf(members: JsonObject | undefined): JsonObject[] {
  const list = members?.[RESPONSE_ITEMS];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function reasoningOf({ kind, item }: JsonObject): JsonObject | null {
  return kind === 'reasoning' && isJsonObject(item) && item.type === 'reasoning' ? item : null;
}

function lengthOf({ length }: JsonObject): number {
  return typeof length === 'number' ? length : 0;
}
