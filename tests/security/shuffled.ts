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
