import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { type StewardError, textError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { textIn } from './answer-fields';
import { answerTooLargeError, MAX_CALLS_LENGTH } from './answer-limits';
import { MAX_CALLS } from './call-assembler';
import { createJsonScan } from './json-scan';
import { ANSWER_BOUNDS, parseBoundedJson, parseJson } from './parse-json';
import { readFinishReason } from './read-finish-reason';
import { createUsageReader } from './read-usage';
import { keptItems, MESSAGE_SEPARATOR, type ResponseItem, reasoningToKeep } from './response-items';
import type { StreamReader } from './stream-reader';
import { createThinkTags } from './think-tags';

type ItemType = 'message' | 'reasoning' | 'function_call';

/** Values that identify an item. Servers leave out any of them. */
interface ItemKeys {
  callId: string | null;
  id: string | null;
  index: number | null;
}

/** One item of the answer, as far as it was received. */
interface GrowingItem extends ItemKeys {
  type: ItemType;
  /** The text of its parts; the arguments of a call. */
  parts: Map<string, string>;
  /** Index among the answer's calls. */
  call: number;
  /** The tool's name; null until it came. */
  name: string | null;
  /** True once the id and the name were passed on. */
  isNamed: boolean;
  wasAdded: boolean;
  isDone: boolean;
  phase: string | null;
  /** The complete reasoning; null for other items, and until it is complete. */
  reasoning: ResponseItem | null;
}

interface ResponsesReader extends StreamReader {
  /** The chunks of an answer that wasn't streamed; `answer` is the whole response. */
  readWhole(answer: JsonObject): AIStreamChunk[];
}

/** Maximum number of items in one answer: each event looks for its item among all. */
const MAX_ITEMS = 2 * MAX_CALLS;

/** Pieces of an item's text: their name, and whether it is a piece or the whole. */
const PIECE =
  /^response\.(?:(?<message>output_text|refusal)|(?<reasoning>reasoning(?:_summary)?(?:_text)?)|function_call_arguments)\.(?<end>delta|done)$/;
/** Events that end the answer. */
const LAST = /^response\.(completed|incomplete|failed|cancelled)$/;
const FAILED = /^(failed|cancelled)$/;

/**
 * Reads the events of one stream of the Responses API. Servers leave out ids, indices, beginnings and ends of items, and some send
 * an item only once it is complete. So a piece belongs to the item with its `call_id`, else its `item_id`, else its
 * `output_index`, else to the last unfinished item of its type. What is complete supplies what didn't come before. The list in the last event counts
 * only for types of items that the stream didn't have: proxies leave it empty, or change its reasoning.
 *
 * @param deps.reported the error that the endpoint reports in a value; null for none
 * @param deps.skipped gets the data of each event that is skipped
 */
export function createResponsesReader(deps: {
  reported(value: unknown, eventName: string | null): StewardError | null;
  skipped(data: string): void;
}): ResponsesReader {
  const { reported, skipped } = deps;
  const items: GrowingItem[] = [];
  const thinkTags = createThinkTags();
  const readUsage = createUsageReader();
  let isFinished = false;
  let hasRead = false;
  let firstSkipped: string | null = null;

  const unfinished = (type: ItemType) => items.filter((item) => item.type === type && !item.isDone);

  function open(type: ItemType, keys: ItemKeys): GrowingItem {
    if (items.length === MAX_ITEMS) throw answerTooLargeError('calls');
    const call = items.filter((item) => item.type === 'function_call').length;
    const item: GrowingItem = {
      type,
      ...keys,
      parts: new Map(),
      call,
      name: null,
      isNamed: false,
      wasAdded: false,
      isDone: false,
      phase: null,
      reasoning: null,
    };
    items.push(item);
    return item;
  }

  function itemFor(type: ItemType, keys: ItemKeys): GrowingItem {
    const candidates = unfinished(type);
    // An id of its own in the piece rules out items with another one.
    const last = candidates.findLast((item) => !differs(item, keys));
    const found = sameAs(candidates, keys) ?? last ?? open(type, keys);
    found.callId ??= keys.callId;
    found.id ??= keys.id;
    found.index ??= keys.index;
    return found;
  }

  /** The chunks of a piece of an item's text. */
  function add(item: GrowingItem, part: string, text: string): AIStreamChunk[] {
    if (text === '') return [];
    const before = item.parts.get(part);
    const isFirst = item.parts.size === 0;
    item.parts.set(part, `${before ?? ''}${text}`);
    if (item.type === 'function_call') {
      // Checked this early because the following steps read arguments character by character.
      if (text.length > MAX_CALLS_LENGTH) throw answerTooLargeError('calls');
      return [{ type: 'tool-call-part', index: item.call, id: null, name: null, argumentsText: text }];
    }
    const others = items.filter((one) => one !== item && one.type === item.type && one.parts.size > 0);
    if (item.type === 'message') {
      if (!isFirst && others.some((one) => items.indexOf(one) > items.indexOf(item))) throw unclear();
      return [{ type: 'content', text: isFirst && others.length > 0 ? `${MESSAGE_SEPARATOR}${text}` : text }];
    }
    const isNext = before === undefined && (others.length > 0 || !isFirst);
    return [{ type: 'reasoning', text: isNext ? `${MESSAGE_SEPARATOR}${text}` : text }];
  }

  /** Adds the rest of a text that is known in full. Arguments that contradict those that came fail the answer. */
  function supply(item: GrowingItem, part: string, have: string, full: string): AIStreamChunk[] {
    if (full.startsWith(have)) return add(item, part, full.slice(have.length));
    if (item.type === 'function_call' && full !== '' && !isSameJson(full, have)) throw unclear();
    return [];
  }

  /** The id and the name of a call, once. The id may come later than the name. */
  function name(item: GrowingItem, given: JsonObject, isLast: boolean): AIStreamChunk[] {
    item.name ??= textOf(given.name);
    const isDue = item.type === 'function_call' && !item.isNamed && item.name !== null;
    if (!isDue || (item.callId === null && !isLast)) return [];
    item.isNamed = true;
    const id = item.callId ?? item.id;
    return [{ type: 'tool-call-part', index: item.call, id, name: item.name, argumentsText: '' }];
  }

  function begin(given: JsonObject, event: JsonObject): AIStreamChunk[] {
    const type = typeOf(given);
    if (type === null) return [];
    const keys = keysOf(given, event);
    // A second beginning is a second item, even with the id of the first.
    const piece = sameAs(
      unfinished(type).filter((item) => !item.wasAdded),
      keys,
    );
    const item = piece ?? open(type, keys);
    item.wasAdded = true;
    return name(item, given, false);
  }

  function complete(given: JsonObject, event: JsonObject): AIStreamChunk[] {
    const type = typeOf(given);
    if (type === null) return [];
    const keys = keysOf(given, event);
    const full = fullTextOf(type, given);
    const isRepeated = sameAs(unfinished(type), keys) === undefined && isDoneBefore(type, keys, full);
    if (isRepeated) return [];
    const item = itemFor(type, keys);
    item.isDone = true;
    item.phase = textOf(given.phase);
    if (type === 'reasoning') item.reasoning = reasoningToKeep(given);
    // None of its text came before.
    const [part = 'all'] = [...item.parts.keys()].slice(-1);
    return [...name(item, given, true), ...supply(item, part, textSoFar(item), full)];
  }

  function isDoneBefore(type: ItemType, keys: ItemKeys, full: string): boolean {
    const same = sameAs(
      items.filter((item) => item.type === type && item.isDone),
      keys,
    );
    return same !== undefined && (type !== 'function_call' || isSameJson(full, textSoFar(same)));
  }

  function piece(groups: Record<string, string | undefined>, event: JsonObject): AIStreamChunk[] {
    const type = groups.message ? 'message' : groups.reasoning ? 'reasoning' : 'function_call';
    // Servers that don't count have one part.
    const part = [groups.reasoning, event.content_index ?? event.summary_index ?? 0].join(' ');
    const keys = keysOf({}, event);
    if (groups.end === 'delta') return add(itemFor(type, keys), part, textIn(event.delta));
    const known = sameAs(
      items.filter((one) => one.type === type),
      keys,
    );
    const item = known ?? itemFor(type, keys);
    // The item was given as a whole before.
    if (item.isDone) return [];
    const full = type === 'function_call' ? argumentsOf(event) : textIn(event.text ?? event.refusal);
    // Nothing of this part came before.
    // A part that didn't begin is empty.
    const have = item.parts.get(part) ?? '';
    return [...name(item, event, false), ...supply(item, part, have, full)];
  }

  /** The chunks of the last event; `answer` is the whole response. */
  function finish(answer: JsonObject, last: { type: string; timings?: unknown }): AIStreamChunk[] {
    const status = textOf(answer.status) ?? '';
    if (FAILED.test(last.type) || FAILED.test(status)) throw reported(answer, 'error') ?? unclear();
    const had = new Set(items.map(({ type }) => type));
    const output = Array.isArray(answer.output) ? answer.output.filter(isJsonObject) : [];
    const missing = output.filter((given) => {
      const type = typeOf(given);
      if (type === null || type === 'reasoning' || !had.has(type)) return type !== null && !had.has(type);
      return sameAs(unfinished(type), keysOf(given, {})) !== undefined;
    });
    const chunks = [
      ...missing.flatMap((given) => complete(given, {})),
      ...items.flatMap((item) => name(item, {}, true)),
    ];
    const kept = items.flatMap(keptItem);
    const usage = readUsage({ usage: answer.usage, timings: last.timings });
    isFinished = true;
    return [
      ...chunks,
      ...(kept.length === 0 ? [] : [{ type: 'members', members: keptItems(kept) } as const]),
      ...(usage === null ? [] : [usage]),
      { type: 'finish', ...finishReasonOf(answer, last.type === 'incomplete' || status === 'incomplete') },
    ];
  }

  function finishReasonOf({ incomplete_details: details }: JsonObject, isIncomplete: boolean) {
    // Without a reason, the limit is the usual one.
    if (isIncomplete) return readFinishReason((isJsonObject(details) && textOf(details.reason)) || 'length');
    const calls = items.filter(({ type }) => type === 'function_call');
    // llama.cpp calls an answer complete that it cut at its limit.
    if (calls.some((call) => isCut(textSoFar(call)))) return { reason: 'length' } as const;
    return { reason: calls.length > 0 ? 'tool_calls' : 'stop' } as const;
  }

  function chunksOf(type: string, event: JsonObject): AIStreamChunk[] {
    const item = isJsonObject(event.item) ? event.item : {};
    if (type === 'response.output_item.added') return begin(item, event);
    if (type === 'response.output_item.done') return complete(item, event);
    const [, last] = LAST.exec(type) ?? [];
    // Some servers send the response itself in place of an event that contains it.
    if (last !== undefined) {
      const answer = isJsonObject(event.response) ? event.response : event;
      return finish(answer, { type: last, timings: event.timings });
    }
    const groups = PIECE.exec(type)?.groups;
    return groups === undefined ? [] : piece(groups, event);
  }

  function skip(data: string): AIStreamChunk[] {
    firstSkipped ??= data;
    skipped(data);
    return [];
  }

  return {
    read({ name: eventName, data }) {
      const value = parsed(data, eventName, isFinished);
      const type = isJsonObject(value) ? (textOf(value.type) ?? eventName ?? '') : '';
      if (isJsonObject(value) && type.startsWith('response.') && type !== 'response.error') {
        hasRead = true;
        return isFinished ? [] : chunksOf(type, value).flatMap((chunk) => thinkTags.add(chunk));
      }
      const failure = reported(value, type === 'response.error' ? 'error' : eventName);
      if (failure !== null) throw failure;
      return skip(data);
    },
    readWhole: (answer) => [
      ...finish(answer, { type: '' }).flatMap((chunk) => thinkTags.add(chunk)),
      ...thinkTags.end(),
    ],
    end: () => thinkTags.end(),
    ending: () => (isFinished ? 'stated' : null),
    unread: () => (hasRead ? null : firstSkipped),
  };
}

/** The value of an event's data. Text that isn't JSON is the message of an error, or no part of the answer. */
function parsed(data: string, eventName: string | null, isFinished: boolean): unknown {
  if (eventName === 'error' || !/^\s*\{/.test(data)) return parseJson(data, ANSWER_BOUNDS) ?? data;
  return isFinished ? parseJson(data, ANSWER_BOUNDS) : parseBoundedJson(data, ANSWER_BOUNDS);
}

function sameAs(items: readonly GrowingItem[], keys: ItemKeys): GrowingItem | undefined {
  for (const name of ['callId', 'id', 'index'] as const) {
    const found = keys[name] === null ? undefined : items.find((item) => item[name] === keys[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True if a key that both have is another one. */
function differs(item: GrowingItem, keys: ItemKeys): boolean {
  return (['callId', 'id', 'index'] as const).some(
    (name) => item[name] !== null && keys[name] !== null && item[name] !== keys[name],
  );
}

function keysOf(item: JsonObject, event: JsonObject): ItemKeys {
  const { output_index: index } = event;
  return {
    callId: textOf(item.call_id) ?? textOf(event.call_id),
    id: textOf(item.id) ?? textOf(event.item_id),
    index: typeof index === 'number' ? index : null,
  };
}

function typeOf({ type }: JsonObject): ItemType | null {
  return type === 'message' || type === 'reasoning' || type === 'function_call' ? type : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function textSoFar({ parts }: GrowingItem): string {
  return [...parts.values()].join('');
}

function fullTextOf(type: ItemType, item: JsonObject): string {
  if (type === 'function_call') return argumentsOf(item);
  if (type === 'message') return textIn(item.content);
  const { summary, content } = item;
  return (Array.isArray(summary) && summary.length > 0 ? summary : [content])
    .map(textIn)
    .join(MESSAGE_SEPARATOR);
}

/** Some servers send the arguments as an object. */
function argumentsOf({ arguments: given }: JsonObject): string {
  return typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given);
}

function isSameJson(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => JSON.stringify(parseJson(text, ANSWER_BOUNDS)));
  return first === second && first !== undefined;
}

function isCut(argumentsText: string): boolean {
  const scan = createJsonScan();
  scan.add(argumentsText);
  return scan.hasBegun() && !scan.isComplete();
}

function keptItem(item: GrowingItem): ResponseItem[] {
  if (item.type === 'reasoning') return item.reasoning === null ? [] : [item.reasoning];
  if (item.type === 'function_call') return [{ kind: 'call' }];
  const { length } = textSoFar(item);
  const phase = item.phase === null ? {} : { phase: item.phase };
  return length === 0 ? [] : [{ kind: 'text', length, ...phase }];
}

function unclear(): StewardError {
  return textError('protocol', 'error.llm.unclear', {
    remedy: 'remedy.checkModelOrEndpoint',
    details: 'Pieces of the response contradict each other. No call of it was made.',
  });
}
