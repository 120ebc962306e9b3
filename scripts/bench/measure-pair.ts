/** Two ways to compare, `measured` against `baseline`. */
export interface Pair<Input> {
  /** What a round works on; made anew for each of the two, outside of the time taken. */
  prepare(round: number): Input;
  measured(input: Input): unknown;
  baseline(input: Input): unknown;
  rounds: number;
  /** Rounds before those that count, for the compiler to settle. */
  warmUpRounds: number;
}

/** The times of both, in milliseconds, one sample a round. */
export interface PairTimes {
  measured: number[];
  baseline: number[];
}

/** Times both in each round, one after the other and in turns first, so that what slows the machine slows both. */
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
