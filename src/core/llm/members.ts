import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';

/** Members that Steward reads, or sends itself. */
const KNOWN = ['role', 'content', 'refusal', 'tool_calls', 'function_call'];
const KNOWN_OF_CALL = ['index', 'id', 'type', 'function'];

/**
 * The unknown members of an answer or a piece of one. Without those that are null or empty, which say nothing, and those nested deeper
 * than {@link MAX_NESTING}.
 */
export function unknownMembers(answer: unknown): JsonObject {
  return membersBeside(answer, KNOWN);
}

/** The unknown members of a call or a piece of one. */
export function unknownMembersOfCall(call: unknown): JsonObject {
  return membersBeside(call, KNOWN_OF_CALL);
}

export function hasMembers(members: JsonObject): boolean {
  return Object.keys(members).length > 0;
}

/** Deepest nesting of a member that is kept: members are joined, stored and sent back by functions that recurse. */
const MAX_NESTING = 32;

function membersBeside(value: unknown, known: readonly string[]): JsonObject {
  if (!isJsonObject(value)) return {};
  const isUnknown = ([name, member]: [string, Json]) =>
    !known.includes(name) &&
    member !== null &&
    member !== '' &&
    !(Array.isArray(member) && member.length === 0) &&
    !isDeeperThan(member, MAX_NESTING);
  return Object.fromEntries(Object.entries(value).filter(isUnknown));
}

/** Texts that servers send in pieces. Any other text comes whole, and some servers repeat it in each piece of the answer. */
const PIECED = /^(reasoning|thinking|text|summary|content)(_content|_text)?$/;

/**
 * Joins the members of an answer's pieces, in order. Texts by {@link PIECED} names are joined. So are the last entry of a list and the
 * first one in the next piece, if both have the same `type`, `index` and `id`, as far as they have them, and no signature ends the
 * former. Of other values the last one counts that isn't null or empty.
 */
export function joinedMembers(pieces: readonly JsonObject[]): JsonObject {
  const byName = new Map<string, Json[]>();
  for (const [name, value] of pieces.flatMap(Object.entries<Json>)) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, value === null ? [] : [value]);
    else if (value !== null && value !== '') values.push(value);
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, joined(name, values)]));
}

function joined(name: string, values: readonly Json[]): Json {
  if (values.length === 0) return null;
  if (PIECED.test(name) && values.every((value) => typeof value === 'string')) return values.join('');
  if (values.every(isJsonObject)) return joinedMembers(values);
  if (values.every(Array.isArray)) return joinedEntries(values);
  // There is at least one.
  return values.at(-1) ?? null;
}

function joinedEntries(lists: readonly Json[][]): Json[] {
  const groups: Json[][] = [];
  for (const [first, ...others] of lists) {
    if (first === undefined) continue;
    const group = groups.at(-1);
    const ends = [group?.[0], group?.at(-1)];
    if (group !== undefined && ends.every((entry) => goesOn(entry, first))) group.push(first);
    else groups.push([first]);
    groups.push(...others.map((entry) => [entry]));
  }
  return groups.flatMap((group) => (group.every(isJsonObject) ? joinedMembers(group) : group));
}

function goesOn(before: Json | undefined, entry: Json): boolean {
  if (!isJsonObject(before) || !isJsonObject(entry) || before.signature) return false;
  const isSame = (name: string) => (before[name] ?? entry[name]) === (entry[name] ?? before[name]);
  return typeof entry.type === 'string' && ['type', 'index', 'id'].every(isSame);
}
