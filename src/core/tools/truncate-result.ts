import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { largestFitting } from '../largest-fitting';

/** Smallest cap for lists, in characters of JSON, before anything else is cut. */
const LIST_FLOOR = 200;
/** Smallest cap for texts and lists before the data are dropped. */
const FLOOR = 64;
/** Divisor for the caps of texts and lists inside a list's entries. */
const ENTRY_SHARE = 4;
/** Room for the note after a cut text. */
const MARK_LENGTH = 40;

/** Maximum length of a list, in characters of JSON, and of a text, in UTF-16 units. */
interface Caps {
  list: number;
  text: number;
}

/**
 * Truncates a result whose JSON is longer than `limit` characters; a shorter one is returned unchanged.
 *
 * A list that is a member of an object keeps its first entries, and `<name>_left_out` beside it counts the
 * rest: the longest lists first, all cut to one length; lists and texts within entries to a quarter of that.
 * If that isn't enough, all long texts are cut to the same length. A note after a cut text states how much is
 * missing. As a last resort all data are dropped, and `characters_left_out` counts them. The message states
 * that the result was cut, its full length, and which tool reads the rest. `success` and `error_code` never
 * change. Deterministic.
 *
 * @param limit at least 500; with less, Steward's own text may not fit
 * @param readWith the tool that reads the rest, or null
 */
export function truncateResult(result: ToolResult, limit: number, readWith: string | null): ToolResult {
  const length = JSON.stringify(result).length;
  if (length <= limit) return result;
  const note = noteOf(length, readWith);
  const cutLists = (cap: number) => cut(result, { list: cap, text: Number.POSITIVE_INFINITY }, note);
  const cutAll = (cap: number) => cut(result, { list: cap, text: cap }, note);
  const cutMessage = (cap: number) => cut(withoutData(result), { list: cap, text: cap }, note);
  return (
    fittingCut(LIST_FLOOR, limit, cutLists) ??
    fittingCut(FLOOR, limit, cutAll) ??
    fittingCut(0, limit, cutMessage) ??
    cutMessage(0)
  );
}

function noteOf(length: number, readWith: string | null): string {
  const rest =
    readWith === null
      ? 'No tool pages through the rest; ask for less at a time.'
      : `Read the rest with ${readWith}.`;
  return `This result was cut to fit: it has ${length} characters in full. ${rest}`;
}

/** The result cut with the highest cap from `low` to `limit` that makes it fit; null if none does. */
function fittingCut(low: number, limit: number, cutTo: (cap: number) => ToolResult): ToolResult | null {
  const fits = (cap: number) => JSON.stringify(cutTo(cap)).length <= limit;
  return fits(low) ? cutTo(largestFitting(low, limit + 1, fits)) : null;
}

function cut(result: ToolResult, caps: Caps, note: string): ToolResult {
  return {
    ...result,
    message: `${cutText(result.message, caps.text)} ${note}`,
    ...(result.data === undefined ? {} : { data: cutObject(result.data, caps) }),
  };
}

function withoutData(result: ToolResult): ToolResult {
  if (result.data === undefined) return result;
  return { ...result, data: { characters_left_out: JSON.stringify(result.data).length } };
}

function cutValue(value: Json, caps: Caps): Json {
  if (typeof value === 'string') return cutText(value, caps.text);
  if (Array.isArray(value)) return value.map((entry) => cutValue(entry, forEntries(caps)));
  return isJsonObject(value) ? cutObject(value, caps) : value;
}

/**
 * Inside a list, both lists and texts count towards its length. Each gets a smaller cap, so that several
 * entries fit.
 */
function forEntries({ list }: Caps): Caps {
  const cap = Math.max(FLOOR, Math.floor(list / ENTRY_SHARE));
  return { list: cap, text: cap };
}

function cutObject(object: JsonObject, caps: Caps): JsonObject {
  const members = Object.entries(object).flatMap(([name, member]): [string, Json][] => {
    const inner = cutValue(member, caps);
    if (!Array.isArray(inner)) return [[name, inner]];
    const beginning = beginningOf(inner, caps.list);
    const omittedCount = inner.length - beginning.length;
    return omittedCount === 0
      ? [[name, inner]]
      : [
          [name, beginning],
          [countName(object, name), omittedCount],
        ];
  });
  return Object.fromEntries(members);
}

function beginningOf(list: readonly Json[], cap: number): Json[] {
  let length = '['.length;
  const end = list.findIndex((entry) => {
    length += JSON.stringify(entry).length + ','.length;
    return length > cap;
  });
  return end === -1 ? [...list] : list.slice(0, end);
}

/** A name that the object doesn't use yet. */
function countName(object: JsonObject, name: string): string {
  let candidate = `${name}_left_out`;
  while (Object.hasOwn(object, candidate)) candidate += '_';
  return candidate;
}

function cutText(text: string, cap: number): string {
  if (text.length <= cap) return text;
  // Don't split a surrogate pair.
  const beginning = text.slice(0, Math.max(0, cap - MARK_LENGTH)).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}… (${text.length - beginning.length} more characters)`;
}
