/** Two implementations to compare. */
export interface Pair<Input> {
  /** Creates the input of a round, for each of the two, outside of the measured time. */
  prepare(round: number): Input;
  measured(input: Input): unknown;
  baseline(input: Input): unknown;
  rounds: number;
  /** Warm-up rounds for the compiler. */
  warmUpRounds: number;
}

/** The times of both, in milliseconds, one sample per round. */
export interface PairTimes {
  measured: number[];
  baseline: number[];
}

/** Times both in each round and alternates which is first, so that a slower machine affects both alike. */
export async function measurePair<Input>(
  { prepare, measured, baseline, rounds, warmUpRounds }: Pair<Input>,
  now: () => number = () => performance.now(),
): Promise<PairTimes> {
  const times: PairTimes = { measured: [], baseline: [] };
  const sides = { measured, baseline };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const order: (keyof PairTimes)[] = round % 2 === 0 ? ['measured', 'baseline'] : ['baseline', 'measured'];
    for (const side of order) {
      const input = prepare(round);
      const startedAtMs = now();
      await sides[side](input);
      const takenMs = now() - startedAtMs;
      if (round >= warmUpRounds) times[side].push(takenMs);
    }
  }
  return times;
}
