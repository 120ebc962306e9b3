import type { BenchRow } from './bench-row';
import { roundsOf } from './rounds';

/** Options for interleaved sampling, which spreads other load on the machine over all implementations. */
export interface Turns {
  rounds: number;
  /** Additional uncounted rounds at the start, in which the compiler optimizes. */
  warmUpRounds: number;
  /** True if every other round uses the reverse order. Default: false. */
  isAlternating?: boolean;
  /** True if `--rounds` does not limit these rounds, because fewer would measure something else. Default: false. */
  isWhole?: boolean;
}

/**
 * Takes one sample of each item per round; `round` is negative in warm-up rounds. Resolves with the function that returns the samples
 * of an item.
 */
export async function sampleInTurns<Item, Sample>(
  { rounds, warmUpRounds, isAlternating = false, isWhole = false }: Turns,
  items: readonly Item[],
  take: (item: Item, round: number) => Promise<Sample>,
): Promise<(item: Item) => Sample[]> {
  const samples = new Map(items.map((item) => [item, [] as Sample[]]));
  const [counted, warmUps] = [rounds, warmUpRounds].map((count) => (isWhole ? count : roundsOf(count)));
  for (let round = -Number(warmUps); round < Number(counted); round += 1) {
    const isReversed = isAlternating && (round + Number(warmUps)) % 2 === 1;
    for (const item of isReversed ? items.toReversed() : items) {
      const sample = await take(item, round);
      if (round >= 0) samples.get(item)?.push(sample);
    }
  }
  return (item) => samples.get(item) ?? [];
}

/** Two implementations to compare, and the words and the goal of their row. */
interface Pair<Input> extends Turns, Omit<BenchRow, 'measured' | 'baseline'> {
  /** Creates the input of a round for each of the two, outside of the measured time. */
  prepare(): Input;
  measured(input: Input): unknown;
  baseline(input: Input): unknown;
}

/** Measures both in milliseconds, with one sample per round. */
export async function pairRow<Input>(pair: Pair<Input>): Promise<BenchRow> {
  const { prepare, measured, baseline, rounds, warmUpRounds, ...row } = pair;
  const turns = { rounds, warmUpRounds, isAlternating: true };
  const samplesOf = await sampleInTurns(turns, [measured, baseline], (work) => {
    const input = prepare();
    return timed(() => work(input))();
  });
  return { ...row, measured: samplesOf(measured), baseline: samplesOf(baseline) };
}

/** Returns a function that measures `work` once, in milliseconds. */
export function timed(work: () => unknown): () => Promise<number> {
  return async () => {
    const startedAtMs = performance.now();
    await work();
    return performance.now() - startedAtMs;
  };
}
