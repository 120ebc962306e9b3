import { escapePathComponent } from 'fast-json-patch';
import { canonicalJson } from '../hash';
import type { Json, JsonObject } from '../json';
import { isJsonObject } from '../tools/is-json-object';
import { mergeLists } from './merge-lists';

/** A value, or undefined where the state has none; null is a value. */
export type Maybe = Json | undefined;

/** A place that both sides changed in ways that exclude each other. */
export interface MergeConflict<Value extends Maybe = Maybe> {
  /** JSON pointer (RFC 6901). In a list it names the list; the values are then the stretch in question. */
  path: string;
  base: Value;
  mine: Value;
  theirs: Value;
}

export type MergeSide = 'mine' | 'theirs';

/** What a merge came to. */
export interface Merge {
  /** In a fixed order; none: the merge is clean. */
  conflicts: MergeConflict[];
  /** The merged state; `choose` is asked for the side to take in each conflict. */
  resolve(choose: (conflict: MergeConflict, index: number) => MergeSide): Json;
}

type Settle = <Value extends Maybe>(conflict: MergeConflict<Value>) => Value;

/**
 * Brings two descendants of one state together: objects by key, lists as ordered lists, all else as a whole. What
 * only one side changed is taken from it. A list, or an object made of lists alone, that one side dropped counts as
 * emptied, so that what the other side put in survives.
 */
export function mergeStates(base: Json, mine: Json, theirs: Json): Merge {
  // Nothing is absent at the root, so neither is the outcome.
  const settledBy = (settle: Settle) => mergeValues(base, mine, theirs, '', settle) as Json;
  const conflicts: MergeConflict[] = [];
  settledBy((conflict) => {
    conflicts.push(conflict);
    return conflict.theirs;
  });
  return {
    conflicts,
    resolve(choose) {
      let index = -1;
      return settledBy((conflict) => {
        index += 1;
        return conflict[choose(conflict, index)];
      });
    },
  };
}

function mergeValues(base: Maybe, mine: Maybe, theirs: Maybe, path: string, settle: Settle): Maybe {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (isJsonObject(mine) && isJsonObject(theirs)) {
    return mergeMembers(isJsonObject(base) ? base : {}, mine, theirs, path, settle);
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    return mergeItems(Array.isArray(base) ? base : [], mine, theirs, path, settle);
  }
  const dropped = mine === undefined || theirs === undefined;
  const empty = dropped ? emptiedLike(base, mine === undefined ? theirs : mine) : undefined;
  if (empty !== undefined) {
    const merged = mergeValues(base, mine ?? empty, theirs ?? empty, path, settle);
    return isSame(merged, emptied(merged)) ? undefined : merged;
  }
  return settle({ path, base, mine, theirs });
}

function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  path: string,
  settle: Settle,
): JsonObject {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  // From entries, not by assignment: a key such as `__proto__` becomes a key like any other.
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const member = `${path}/${escapePathComponent(key)}`;
      const value = mergeValues(own(base, key), own(mine, key), own(theirs, key), member, settle);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function mergeItems(
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
  path: string,
  settle: Settle,
): Json[] {
  return mergeLists(base, mine, theirs).flatMap((part) =>
    part.kind === 'settled'
      ? part.items
      : settle({ path, base: part.base, mine: part.mine, theirs: part.theirs }),
  );
}

/** `kept` with its lists emptied, where it and `base` are of one kind and nothing but lists. */
function emptiedLike(base: Maybe, kept: Maybe): Maybe {
  const isOneKind = Array.isArray(base) === Array.isArray(kept);
  return isOneKind && emptied(base) !== undefined ? emptied(kept) : undefined;
}

/** The value with its lists emptied; undefined where it holds anything else, so that dropping it says more than emptying it. */
function emptied(value: Maybe): Maybe {
  if (Array.isArray(value)) return [];
  if (!isJsonObject(value)) return undefined;
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    const empty = emptied(member);
    if (empty === undefined) return undefined;
    members.push([key, empty]);
  }
  return Object.fromEntries(members);
}

function own(object: JsonObject, key: string): Maybe {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isSame(a: Maybe, b: Maybe): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
