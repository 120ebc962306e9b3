import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import type { AIStreamChunk } from './ai-service';
import { textIn } from './answer-fields';
import { answerTooLargeError } from './answer-limits';
import { MAX_CALLS } from './call-assembler';
import { createJsonScan } from './json-scan';
import { ANSWER_BOUNDS, parseJson } from './parse-json';
import { readFinishReason } from './read-finish-reason';
import { createUsageReader } from './read-usage';
import { type AnswerItem, keptItems, MESSAGE_SEPARATOR } from './response-items';
import { createStreamReader, type ReaderDeps, type StreamReader } from './stream-reader';
import { unclearError } from './transport-error';

/** `call_id`, `item_id` and `output_index`, which identify an item. Servers leave out any of them. */
type Keys = readonly Json[];

/** One item of the answer, as far as it was received. */
interface GrowingItem extends AnswerItem {
  keys: Keys;
  /** Index of the last part of the text. */
  part: Json;
  /** Index among the answer's calls. */
  call: number;
}

/** Maximum number of items in one answer: each event looks for its item among all. */
const MAX_ITEMS = 2 * MAX_CALLS;

/** Pieces of an item's text. */
const PIECE =
  /^response\.(?:(function_call)_arguments|(reasoning)(?:_summary)?(?:_text)?|output_text|refusal)\.(delta|done)$/;
/** Events that end the answer. */
const LAST = /^response\.(completed|incomplete|failed|cancelled|error)$/;

/**
 * Reads the events of one stream of the Responses API. Servers leave out ids, indices, beginnings and ends of items, and some send
 * an item only once it is complete. So a piece belongs to the item with its `call_id`, else its `item_id`, else its
 * `output_index`, else to the last unfinished item of its type. A complete item supplies the parts that didn't come before. The list of items in
 * the last event is read only for types of items that the stream didn't have, because proxies leave it empty or change its reasoning.
 */
export function createResponsesReader(deps: ReaderDeps): StreamReader {
  const items: GrowingItem[] = [];
  const readUsage = createUsageReader();
  let isFinished = false;

  const ofType = (type: unknown) => items.filter((item) => item.type === type);
  const unfinished = (type: unknown) => ofType(type).filter(({ isDone }) => !isDone);

  function open(type: GrowingItem['type'], keys: Keys): GrowingItem {
    if (items.length === MAX_ITEMS) throw answerTooLargeError('calls');
    const call = ofType('function_call').length;
    const item = { type, keys, text: '', part: null, call, isDone: false, given: {} };
    items.push(item);
    return item;
  }

  function itemFor(type: GrowingItem['type'], keys: Keys): GrowingItem {
    const candidates = unfinished(type);
    // An id of its own in the piece rules out items with another one.
    const last = candidates.findLast(
      (item) => !keys.some((key, at) => key !== null && key !== (item.keys[at] ?? key)),
    );
    const found = sameAs(candidates, keys) ?? last ?? open(type, keys);
    found.keys = found.keys.map((key, at) => key ?? keys[at] ?? null);
    return found;
  }

  /** Adds a piece of an item's text. Messages, and parts of reasoning, are paragraphs. */
  function add(item: GrowingItem, text: string, part: Json): AIStreamChunk[] {
    if (text === '') return [];
    const { type } = item;
    if (type === 'function_call') {
      item.text += text;
      return [{ type: 'tool-call-part', index: item.call, id: null, name: null, argumentsText: text }];
    }
    const isFirst = item.text === '';
    const isNext = isFirst
      ? ofType(type).some((other) => other.text !== '')
      : type === 'reasoning' && part !== item.part;
    const piece = isNext ? `${MESSAGE_SEPARATOR}${text}` : text;
    item.text += isFirst ? text : piece;
    item.part = part;
    return [{ type: type === 'message' ? 'content' : type, text: piece }];
  }

  /** Notes the members of an item. Returns the id and the name of a call, each once. */
  function note(item: GrowingItem, given: JsonObject): AIStreamChunk[] {
    const [id, name] = (['call_id', 'name'] as const).map((member) =>
      item.given[member] ? null : textOf(given[member]),
    );
    item.given = { ...item.given, ...given };
    if (item.type !== 'function_call' || !(id || name)) return [];
    return [
      { type: 'tool-call-part', index: item.call, id: id ?? null, name: name ?? null, argumentsText: '' },
    ];
  }

  /** Adds what an item lacks. Arguments that contradict those that came fail the answer. */
  function complete(given: JsonObject, event: JsonObject): AIStreamChunk[] {
    if (!isOfAnswer(given)) return [];
    const { type } = given;
    const keys = keysOf(given, event);
    const full = fullTextOf(given);
    const known = sameAs(unfinished(type), keys) ?? sameAs(ofType(type), keys);
    if (known?.isDone && isSame(full, known.text)) return [];
    const item = itemFor(type, keys);
    item.isDone = true;
    const head = note(item, given);
    if (full.startsWith(item.text)) return [...head, ...add(item, full.slice(item.text.length), item.part)];
    if (type === 'function_call' && full !== '' && !isSame(full, item.text))
      throw unclearError('The pieces of a call contradict each other.');
    return head;
  }

  /** The chunks of the last event; `answer` is the whole response. */
  function finish(type: string, answer: JsonObject, { timings }: JsonObject): AIStreamChunk[] {
    const end = `${type} ${answer.status}`;
    if (/failed|cancelled|error/.test(end))
      throw deps.reported(answer, 'error') ?? unclearError('The response failed.');
    const had = new Set(items.filter(({ isDone, text }) => isDone || text !== '').map((item) => item.type));
    const output = Array.isArray(answer.output) ? answer.output.filter(isOfAnswer) : [];
    const missing = output.filter(({ type: one }) => !had.has(one));
    const chunks = missing.flatMap((given) => complete(given, {}));
    const usage = readUsage({ usage: answer.usage, timings });
    isFinished = true;
    return [
      ...chunks,
      { type: 'members', members: keptItems(items) },
      ...(usage === null ? [] : [usage]),
      { type: 'finish', ...finishReasonOf(answer, /incomplete/.test(end) || reachesLimit(usage)) },
    ];
  }

  /** llama.cpp calls an answer complete that it cut at its limit; only its usage shows the cut of a text. */
  function reachesLimit(usage: ReturnType<typeof readUsage>): boolean {
    return usage !== null && deps.maxTokens !== null && usage.counts.completionTokens >= deps.maxTokens;
  }

  function finishReasonOf({ incomplete_details: details }: JsonObject, isIncomplete: boolean) {
    // Without a reason, the limit is the usual one.
    if (isIncomplete) return readFinishReason((isJsonObject(details) && textOf(details.reason)) || 'length');
    const calls = ofType('function_call');
    // llama.cpp calls an answer complete that it cut at its limit.
    if (calls.some(({ text }) => isCut(text))) return { reason: 'length' } as const;
    return { reason: calls.length > 0 ? 'tool_calls' : 'stop' } as const;
  }

  function piece([, call, reasoning, end]: readonly (string | undefined)[], event: JsonObject) {
    // Every other piece is one of a message.
    const type = (call ?? reasoning ?? 'message') as GrowingItem['type'];
    const keys = keysOf({}, event);
    const part = event.content_index ?? event.summary_index ?? null;
    if (end === 'delta') return add(itemFor(type, keys), textIn(event.delta), part);
    const item = sameAs(ofType(type), keys) ?? itemFor(type, keys);
    const full = textIn(event.text ?? event.refusal) || argumentsOf(event);
    return item.text === '' ? add(item, full, part) : [];
  }

  return createStreamReader(deps, {
    read(value, { name }) {
      const type = textOf(value.type) ?? name ?? '';
      if (!type.startsWith('response.')) return null;
      if (isFinished) return [];
      // Some servers send the response itself in place of an event that contains it.
      if (LAST.test(type)) return finish(type, isJsonObject(value.response) ? value.response : value, value);
      if (type === 'response.created' && items.length > 0) throw unclearError('The response begins again.');
      const given = isJsonObject(value.item) ? value.item : {};
      if (type === 'response.output_item.done') return complete(given, value);
      // A second beginning is a second item, even with the id of the first.
      if (type === 'response.output_item.added')
        return isOfAnswer(given) ? note(open(given.type, keysOf(given, value)), given) : [];
      const match = PIECE.exec(type);
      return match === null ? [] : piece(match, value);
    },
    isFinished: () => isFinished,
    ending: () => (isFinished ? 'stated' : null),
  });
}

function sameAs(items: readonly GrowingItem[], keys: Keys): GrowingItem | undefined {
  const found = keys.map((key, at) => items.find((item) => key !== null && item.keys[at] === key));
  return found.find((item) => item !== undefined);
}

function keysOf(item: JsonObject, event: JsonObject): Keys {
  return [item.call_id || event.call_id, item.id || event.item_id, event.output_index].map(
    (key) => key ?? null,
  );
}

function isOfAnswer(value: Json): value is JsonObject & Pick<AnswerItem, 'type'> {
  return isJsonObject(value) && /^(message|reasoning|function_call)$/.test(String(value.type));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function fullTextOf(item: JsonObject): string {
  const { type, summary, content } = item;
  if (type === 'function_call') return argumentsOf(item);
  if (type === 'message') return textIn(content);
  const parts = Array.isArray(summary) && summary.length > 0 ? summary : [content];
  return parts.map(textIn).join(MESSAGE_SEPARATOR);
}

/** Some servers send the arguments as an object. */
function argumentsOf({ arguments: given }: JsonObject): string {
  return typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given);
}

/** True for equal texts, and for the same JSON in another format. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => JSON.stringify(parseJson(text, ANSWER_BOUNDS)) ?? text);
  return first === second;
}

function isCut(argumentsText: string): boolean {
  const scan = createJsonScan();
  scan.add(argumentsText);
  return scan.hasBegun() && !scan.isComplete();
}
