import { escapePathComponent } from 'fast-json-patch';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isSameJson } from '../hash';
import { mergeLists } from './merge-lists';

/** A value of a state; undefined if the state has none there. Null is a value. */
export type Maybe = Json | undefined;

/** A place that both sides changed in contradictory ways. */
export interface MergeConflict<Value extends Maybe = Maybe> {
  /** JSON pointer (RFC 6901). For a conflict in a list it names the list, and the values are the sections in conflict. */
  path: string;
  base: Value;
  mine: Value;
  theirs: Value;
}

type MergeSide = 'mine' | 'theirs';

export interface Merge {
  /** In a fixed order; empty if the merge is clean. */
  conflicts: MergeConflict[];
  /** The merged state; `choose` returns the side to take for each conflict. */
  resolve(choose: (conflict: MergeConflict, index: number) => MergeSide): Json;
}

type Settle = <Value extends Maybe>(conflict: MergeConflict<Value>) => Value;

/**
 * A three-way merge of two states with a common base: objects by key, lists as ordered lists, other values as a whole. A
 * value that only one side changed is taken from that side. A list, or an object that contains only lists, that one side
 * removed counts as emptied, so that items added by the other side are kept.
 */
export function mergeStates(base: Json, mine: Json, theirs: Json): Merge {
  // The root is defined on both sides, so the result is defined.
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
  // Object.fromEntries, since an assignment to a key such as `__proto__` would not create a key.
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

/** `kept` with empty lists, if both it and `base` are lists or both are objects that contain only lists; otherwise undefined. */
function emptiedLike(base: Maybe, kept: Maybe): Maybe {
  const isOneKind = Array.isArray(base) === Array.isArray(kept);
  return isOneKind && emptied(base) !== undefined ? emptied(kept) : undefined;
}

/** The value with empty lists; undefined if it contains anything else, since its removal is then more than emptying it. */
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
  return isSameJson(a, b);
}
