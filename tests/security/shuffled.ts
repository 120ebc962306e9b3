import fc from 'fast-check';

/** The same items in a seeded random order. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const all = [...items];
  const [order = all] = fc.sample(
    fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    {
      numRuns: 1,
      seed,
    },
  );
  return order;
}

/** One item of each group in turn, so that a short run tries all kinds. */
export function interleaved<Item>(groups: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    groups.flatMap((group) => group.slice(index, index + 1)),
  ).flat();
}
