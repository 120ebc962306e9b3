import { compilePattern } from './matcher';

/** Data computed once for a list of model ids. */
export interface ModelList {
  /** Each id without its provider: the part after its first `/`. */
  names: readonly string[];
  /** Positions of the models that the pattern matches by id or name, in order. */
  matchesOf(pattern: string): ReadonlySet<number>;
}

/** Most patterns with cached matches per list. */
const MAX_REMEMBERED_PATTERNS = 2_000;

const lists = new WeakMap<readonly string[], ModelList>();

/** The cached data of a list of ids. Cached by the array's identity, so the array must not be modified. */
export function modelListOf(ids: readonly string[]): ModelList {
  const list = lists.get(ids) ?? createModelList(ids);
  lists.set(ids, list);
  return list;
}

function createModelList(ids: readonly string[]): ModelList {
  const names = ids.map((id) => id.slice(id.indexOf('/') + 1));
  const remembered = new Map<string, ReadonlySet<number>>();
  return {
    names,
    matchesOf(pattern) {
      const known = remembered.get(pattern);
      if (known !== undefined) return known;
      const isMatch = compilePattern(pattern);
      const matches = new Set<number>();
      for (const [at, id] of ids.entries()) if (isMatch(id) || isMatch(names[at] ?? id)) matches.add(at);
      if (remembered.size >= MAX_REMEMBERED_PATTERNS) remembered.clear();
      remembered.set(pattern, matches);
      return matches;
    },
  };
}
