import type { BitSet } from './bit-set';
import { createMatching } from './match-models';

/** What is worked out once for a list of model ids. */
export interface ModelList {
  /** Each id without its provider: what follows its first `/`. */
  names: readonly string[];
  /** Each id in lower case, for searching. */
  lowerCaseIds(): readonly string[];
  /** Where an id first stands; undefined when it doesn't. */
  positionOf(id: string): number | undefined;
  /** The positions of the models that a rule's pattern matches, by id or by name. Not to be written to. */
  matchesOf(pattern: string): BitSet;
}

/** How many patterns a list remembers the matches of: those asked for last. */
const MAX_REMEMBERED_PATTERNS = 2_000;

const lists = new WeakMap<readonly string[], ModelList>();

/**
 * The list's index. It is remembered with the array for as long as that lives, so the array must never change: other
 * models are another array.
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
      // Taken out and put back, the pattern is the youngest again.
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
