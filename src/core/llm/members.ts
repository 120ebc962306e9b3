import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';

/** Steward's own member with the order and the reasoning of an answer of the Responses API; see response-items.ts. */
export const RESPONSE_ITEMS = 'response_items';
/** Members that Steward itself reads or sends. All other members are unknown. */
const KNOWN = ['role', 'content', 'refusal', 'tool_calls', 'function_call', RESPONSE_ITEMS];
const KNOWN_OF_CALL = ['index', 'id', 'type', 'function'];

/**
 * Returns the unknown members of an answer or of one piece of it. Leaves out null, empty texts, empty lists, and
 * members that are nested deeper than {@link MAX_NESTING}.
 */
export function unknownMembers(answer: unknown): JsonObject {
  return membersBeside(answer, KNOWN);
}

/** As {@link unknownMembers}, for a call or one piece of it. */
export function unknownMembersOfCall(call: unknown): JsonObject {
  return membersBeside(call, KNOWN_OF_CALL);
}

export function hasMembers(members: JsonObject): boolean {
  return Object.keys(members).length > 0;
}

/**
 * Maximum nesting depth of a member that is kept. The functions that join, store and send members are recursive, so
 * deeper ones could exceed the stack.
 */
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

/**
 * Names of members whose text servers send in pieces. Any other text is complete, and some servers repeat it in each
 * piece of the answer.
 */
const PIECED = /^(reasoning|thinking|text|summary|content)(_content|_text)?$/;

/**
 * Joins the members of an answer's pieces, in the order of the pieces:
 *
 * - Texts whose name matches {@link PIECED} are concatenated. Objects are joined member by member.
 * - Lists are concatenated. The last entry of one list and the first entry of the next list are joined if both have the
 *   same `type`, their `index` and `id` don't differ, and the earlier entry has no signature, which marks the end of an
 *   entry.
 * - For other values, the last one that is neither null nor empty is kept.
 */
export function joinedMembers(pieces: readonly JsonObject[]): JsonObject {
  const byName = new Map<string, Json[]>();
  for (const [name, value] of pieces.flatMap(Object.entries<Json>)) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, value === null ? [] : [value]);
    else if (value !== null && value !== '') {
      // An empty text may come before the pieces of a list or an object.
      if (values[0] === '') values.shift();
      values.push(value);
    }
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, joined(name, values)]));
}

function joined(name: string, values: readonly Json[]): Json {
  if (values.length === 0) return null;
  if (PIECED.test(name) && values.every((value) => typeof value === 'string')) return values.join('');
  if (values.every(isJsonObject)) return joinedMembers(values);
  if (values.every(Array.isArray)) return joinedEntries(values);
  // `values` isn't empty here, so `??` only satisfies the type checker.
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
