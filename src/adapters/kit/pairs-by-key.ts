/** An entry of two maps; undefined in the one that lacks it. */
interface Pair<Value> {
  key: string;
  from: Value | undefined;
  to: Value | undefined;
}

/** The entries of two maps by their keys: those of the first in its order, then those that only the second has. */
export function pairsByKey<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): Pair<Value>[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => ({ key, from: before.get(key), to: after.get(key) }));
}
