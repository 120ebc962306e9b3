import type { BenchRow } from './bench-row';

/** Options for interleaved sampling, which spreads other load on the machine over all implementations. */
export interface Turns {
  rounds: number;
  /** Additional uncounted rounds at the start, in which the compiler optimizes. */
  warmUpRounds: number;
  /** True if every other round uses the reverse order. Default: false. */
  isAlternating?: boolean;
}

/** Takes one sample of each key per round; `round` is negative in warm-up rounds. */
export async function sampleInTurns<Key extends string, Sample>(
  { rounds, warmUpRounds, isAlternating = false }: Turns,
  takes: Readonly<Record<Key, (round: number) => Promise<Sample>>>,
): Promise<Record<Key, Sample[]>> {
  const keys = Object.keys(takes) as Key[];
  const samples = Object.fromEntries(keys.map((key) => [key, [] as Sample[]])) as Record<Key, Sample[]>;
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const isReversed = isAlternating && (round + warmUpRounds) % 2 === 1;
    for (const key of isReversed ? keys.toReversed() : keys) {
      const sample = await takes[key](round);
      if (round >= 0) samples[key].push(sample);
    }
  }
  return samples;
}

/** Two implementations to compare, and the words and the goal of their row. */
interface Pair<Input> extends Turns, Omit<BenchRow, 'measured' | 'baseline'> {
  /** Creates the input of a round for each of the two, outside of the measured time. */
  prepare(): Input;
  measured(input: Input): unknown;
  baseline(input: Input): unknown;
}

/** Measures both in milliseconds, with one sample per round. */
export async function pairRow<Input>({
  prepare,
  measured,
  baseline,
  rounds,
  warmUpRounds,
  ...row
}: Pair<Input>): Promise<BenchRow> {
  const time = (work: (input: Input) => unknown) => () => {
    const input = prepare();
    return timed(() => work(input))();
  };
  const turns = { rounds, warmUpRounds, isAlternating: true };
  return { ...row, ...(await sampleInTurns(turns, { measured: time(measured), baseline: time(baseline) })) };
}

/** Returns a function that measures `work` once, in milliseconds. */
export function timed(work: () => unknown): () => Promise<number> {
  return async () => {
    const startedAtMs = performance.now();
    await work();
    return performance.now() - startedAtMs;
  };
}
