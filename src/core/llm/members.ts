import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isDeeperThan } from '../json-values';

/** Steward's own member with the order and the reasoning of an answer of the Responses API; see response-items.ts. */
export const RESPONSE_ITEMS = 'response_items';
/** Members that Steward itself reads or sends. All other members are unknown. */
const KNOWN = ['role', 'content', 'refusal', 'tool_calls', 'function_call', RESPONSE_ITEMS];
const KNOWN_OF_CALL = ['index', 'id', 'type', 'function'];
const KNOWN_OF_FUNCTION = ['name', 'arguments'];

/**
 * Returns the unknown members of an answer or of one piece of it. Leaves out null, empty texts, empty lists, and
 * members that are nested deeper than {@link MAX_NESTING}.
 */
export function unknownMembers(answer: unknown): JsonObject {
  return membersBeside(answer, KNOWN);
}

/** As {@link unknownMembers}, for a call or one piece of it. Those of its function are in a member `function`. */
export function unknownMembersOfCall(call: unknown): JsonObject {
  const ofFunction = membersBeside(isJsonObject(call) ? call.function : null, KNOWN_OF_FUNCTION);
  return {
    ...membersBeside(call, KNOWN_OF_CALL),
    ...(hasMembers(ofFunction) ? { function: ofFunction } : {}),
  };
}

/** A call, in the form of a request, with its unknown members. A known member is never replaced. */
export function withMembersOfCall<Call extends { function: object }>(call: Call, members: JsonObject): Call {
  const { function: ofFunction, ...ofCall } = members;
  return {
    ...ofCall,
    ...call,
    ...(isJsonObject(ofFunction) ? { function: { ...ofFunction, ...call.function } } : {}),
  };
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
 *   same `type`, their `index` and `id` don't differ, the earlier entry has no signature, which marks the end of an
 *   entry, and no value would be lost: texts that both have come in pieces, and other values that both have are equal.
 * - Lists of Anthropic's events, whose entries have a `delta`, are converted to blocks ({@link blocksOf}).
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
  if (values.every(Array.isArray)) {
    const entries = values.flat();
    return entries.some(isDelta) ? blocksOf(entries.filter(isDelta)) : joinedEntries(values);
  }
  // `values` isn't empty here, so `??` only satisfies the type checker.
  return values.at(-1) ?? null;
}

function joinedEntries(lists: readonly Json[][]): Json[] {
  /** The entries that are joined, and `seen`, the last value of each of their members. */
  const groups: { seen: JsonObject; entries: Json[] }[] = [];
  for (const list of lists) {
    for (const [at, entry] of list.entries()) {
      const group = groups.at(-1);
      const members = membersBeside(entry, []);
      if (at === 0 && group !== undefined && goesOn(group.seen, members)) {
        group.entries.push(entry);
        group.seen = { ...group.seen, ...members };
      } else groups.push({ seen: members, entries: [entry] });
    }
  }
  return groups.flatMap(({ entries }) => (entries.every(isJsonObject) ? joinedMembers(entries) : entries));
}

function goesOn(before: JsonObject, entry: JsonObject): boolean {
  const { type, signature } = before;
  return typeof type === 'string' && type === entry.type && !signature && fits('', before, entry);
}

/** True if the join of two values of a member loses neither. */
function fits(name: string, old: Json | undefined, value: Json): boolean {
  if (old == null || value === null || old === '' || value === '' || old === value) return true;
  if (isJsonObject(old) && isJsonObject(value)) {
    const before = new Map(Object.entries(old));
    return Object.entries(value).every(([inner, one]) => fits(inner, before.get(inner), one));
  }
  if (Array.isArray(old) && Array.isArray(value)) return true;
  return PIECED.test(name) && typeof old === 'string' && typeof value === 'string';
}

type Delta = JsonObject & { delta: JsonObject };

function isDelta(entry: Json): entry is Delta {
  return isJsonObject(entry) && isJsonObject(entry.delta);
}

/**
 * Converts a stream of block events, as Portkey passes on those of Anthropic, to the blocks that a request must have: one for
 * each `index`. An event has no type. A block of unknown kind is left out, and so is a call, which is sent as a call.
 */
function blocksOf(events: readonly Delta[]): Json[] {
  const deltas = new Map<Json | undefined, JsonObject[]>();
  // The first event of its block.
  for (const { index, delta } of events) deltas.set(index, [...(deltas.get(index) ?? []), delta]);
  return [...deltas.values()].map(joinedMembers).flatMap((block) => {
    const { thinking, text, data } = block;
    // An empty thought may have a signature. An empty text is refused.
    if (typeof thinking === 'string') return [{ ...block, type: 'thinking' }];
    return text ? [{ ...block, type: 'text' }] : data ? [{ ...block, type: 'redacted_thinking' }] : [];
  });
}
