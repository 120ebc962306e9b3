import fc from 'fast-check';

/** One of several, each with its weight. */
export function weighted<Values extends unknown[]>(
  ...choices: { [Index in keyof Values]: [weight: number, arbitrary: fc.Arbitrary<Values[Index]>] }
): fc.Arbitrary<Values[number]> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** True once in so many cases. */
export function rarely(times: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: times - 1 }).map((roll) => roll === times - 1);
}

/** An object of this kind with these fields. */
export function ofKind<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
): fc.Arbitrary<{ kind: Kind } & Fields> {
  return fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: Kind } & Fields>;
}
