/** The values of one key in two maps; undefined where the key is missing. One of them has it. */
export type Pair<Value> = { key: string } & (
  | { from: Value; to: Value | undefined }
  | { from: undefined; to: Value }
);

/**
 * The entries of two maps paired by key: in the order of the first, followed by those that only the second contains.
 */
export function pairsByKey<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): Pair<Value>[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  // One of the two maps has each key.
  return [...keys].map((key) => ({ key, from: before.get(key), to: after.get(key) }) as Pair<Value>);
}
