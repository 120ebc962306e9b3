import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';

/** Members that Steward reads, or sends itself: all others are unknown. */
const KNOWN = ['role', 'content', 'refusal', 'tool_calls', 'function_call'];
const KNOWN_OF_CALL = ['index', 'id', 'type', 'function'];

/**
 * Returns the unknown members of an answer or a piece of one, except those that are null, empty, or nested deeper than
 * {@link MAX_NESTING}.
 */
export function unknownMembers(answer: unknown): JsonObject {
  return membersBeside(answer, KNOWN);
}

/** Does the same for a call or a piece of one. */
export function unknownMembersOfCall(call: unknown): JsonObject {
  return membersBeside(call, KNOWN_OF_CALL);
}

export function hasMembers(members: JsonObject): boolean {
  return Object.keys(members).length > 0;
}

/** Maximum nesting of a member that is kept: the functions that join, store and send members are recursive. */
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

/** Names of texts that servers send in pieces. Any other text is complete, and some servers repeat it in each piece of the answer. */
const PIECED = /^(reasoning|thinking|text|summary|content)(_content|_text)?$/;

/**
 * Joins the members of an answer's pieces, in order of the pieces:
 *
 * - Texts with a name in {@link PIECED} are concatenated, and objects are joined by their members.
 * - Lists are concatenated. The last entry of one and the first entry of the next are joined if both have the same `type`, their `index`
 *   and `id` don't differ, and the former has no signature: a signature ends an entry.
 * - Of other values, the last one that isn't null or empty is kept.
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
  // Never undefined: there is at least one value.
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
