import type { Json, JsonObject } from '../json';
import type { ToolResult } from '../records/tool-result';
import { isJsonObject } from './is-json-object';

/** Lists keep room for this many characters of JSON before anything else is cut. */
const LIST_FLOOR = 200;
/** Then nothing that is this short is cut, before the data go whole. */
const FLOOR = 64;
/** What is inside a list's entry may have this part of the list's own room. */
const ENTRY_SHARE = 4;
/** Room for the words behind a cut text. */
const MARK_LENGTH = 40;

/** The longest list, in characters of JSON, and the longest text, in UTF-16 units. */
interface Caps {
  list: number;
  text: number;
}

/**
 * A result whose JSON is longer than `limit` characters, cut so that it fits; one that fits is returned as it is.
 *
 * A list that is a member of an object keeps its beginning, and `<name>_left_out` beside it counts the rest: the
 * longest first, all down to one length; lists and texts within its entries to a quarter of that. If that isn't enough,
 * all long texts are cut to the same length. Behind a cut text stands how much is left out. As a last resort the data
 * go whole, and `characters_left_out` counts them. The message says that the result was cut, how many characters it had,
 * and which tool reads the rest. `success` and `error_code` are never touched. Equal input gives equal bytes.
 *
 * @param limit 500 or more; with less, Steward's own words may not fit
 * @param pagedBy the tool by which the rest can be read, null if there is none
 */
export function truncateResult(result: ToolResult, limit: number, pagedBy: string | null): ToolResult {
  const length = JSON.stringify(result).length;
  if (length <= limit) return result;
  const note = noteOf(length, pagedBy);
  const cutLists = (cap: number) => cut(result, { list: cap, text: Number.POSITIVE_INFINITY }, note);
  const cutAll = (cap: number) => cut(result, { list: cap, text: cap }, note);
  const cutMessage = (cap: number) => cut(withoutData(result), { list: cap, text: cap }, note);
  return (
    largestFitting(LIST_FLOOR, limit, cutLists) ??
    largestFitting(FLOOR, limit, cutAll) ??
    largestFitting(0, limit, cutMessage) ??
    cutMessage(0)
  );
}

function noteOf(length: number, pagedBy: string | null): string {
  const rest =
    pagedBy === null
      ? 'No tool pages through the rest; ask for less at a time.'
      : `Read the rest with ${pagedBy}.`;
  return `This result was cut to fit: it has ${length} characters in full. ${rest}`;
}

/** The result cut with the highest cap, from `low` to `limit`, that makes it fit; null if none does. */
function largestFitting(low: number, limit: number, cutTo: (cap: number) => ToolResult): ToolResult | null {
  const fits = (candidate: ToolResult) => JSON.stringify(candidate).length <= limit;
  let best = cutTo(low);
  if (!fits(best)) return null;
  let below = low;
  let above = limit + 1;
  while (above - below > 1) {
    const cap = Math.floor((below + above) / 2);
    const candidate = cutTo(cap);
    if (fits(candidate)) {
      best = candidate;
      below = cap;
    } else {
      above = cap;
    }
  }
  return best;
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

/** Inside a list lists and texts alike are part of its length; each has less room, so that several entries can stay. */
function forEntries({ list }: Caps): Caps {
  const cap = Math.max(FLOOR, Math.floor(list / ENTRY_SHARE));
  return { list: cap, text: cap };
}

function cutObject(object: JsonObject, caps: Caps): JsonObject {
  const members = Object.entries(object).flatMap(([name, member]): [string, Json][] => {
    const inner = cutValue(member, caps);
    if (!Array.isArray(inner)) return [[name, inner]];
    const kept = beginningOf(inner, caps.list);
    const left = inner.length - kept.length;
    return left === 0
      ? [[name, inner]]
      : [
          [name, kept],
          [countName(object, name), left],
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

/** A name that the object doesn't have yet. */
function countName(object: JsonObject, name: string): string {
  let candidate = `${name}_left_out`;
  while (Object.hasOwn(object, candidate)) candidate += '_';
  return candidate;
}

function cutText(text: string, cap: number): string {
  if (text.length <= cap) return text;
  // A pair of surrogates is one character: its half would be none.
  const kept = text.slice(0, Math.max(0, cap - MARK_LENGTH)).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}
