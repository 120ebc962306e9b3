import type { BitSet } from './bit-set';
import { createMatching } from './match-models';

/** Data computed once for a list of model ids. */
export interface ModelList {
  /** Each id without its provider: the part after its first `/`. */
  names: readonly string[];
  /** Each id in lower case, for searching. */
  lowerCaseIds(): readonly string[];
  /** The first position of an id; undefined if the list doesn't contain it. */
  positionOf(id: string): number | undefined;
  /** The positions of the models that a pattern matches, by id or by name. Must not be modified. */
  matchesOf(pattern: string): BitSet;
}

/** Number of patterns with cached matches per list; the least recently used are dropped. */
const MAX_REMEMBERED_PATTERNS = 2_000;

const lists = new WeakMap<readonly string[], ModelList>();

/**
 * The index of a list of ids. It is cached by the array itself, so the array must never change; for other
 * models, pass another array.
 */
export function modelListOf(ids: readonly string[]): ModelList {
  const known = lists.get(ids);
  if (known !== undefined) return known;
  const list = createModelList(ids);
  lists.set(ids, list);
  return list;
}

function createModelList(ids: readonly string[]): ModelList {
  const names = ids.map((id) => id.slice(id.indexOf('/') + 1));
  const match = createMatching(ids, names);
  const remembered = new Map<string, BitSet>();
  const lowerCaseIds = once(() => ids.map((id) => id.toLowerCase()));
  const positions = once(() => new Map(ids.map((id, at): [string, number] => [id, at]).reverse()));
  return {
    names,
    lowerCaseIds,
    positionOf: (id) => positions().get(id),
    matchesOf(pattern) {
      const matches = remembered.get(pattern) ?? match(pattern);
      // Reinserting the pattern makes it the most recently used.
      remembered.delete(pattern);
      remembered.set(pattern, matches);
      if (remembered.size > MAX_REMEMBERED_PATTERNS) forgetOldest(remembered);
      return matches;
    },
  };
}

function forgetOldest(remembered: Map<string, BitSet>): void {
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}

function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
