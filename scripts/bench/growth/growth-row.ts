import { atMost, type BenchRow, median } from '../bench-row';
import { sampleInTurns } from '../measure';

/** Rounds in which each size is measured once. */
const TURNS = { rounds: 9, warmUpRounds: 2 };

/** Greatest exponents: of a time that the size doesn’t change, and of one in proportion to it. */
const GOALS = { flat: 0.2, linear: 1.1 } as const;

/** A time that is measured at several sizes. */
interface Growth {
  what: string;
  /** Ascending. */
  sizes: readonly number[];
  /** Prepares a size. The function that it resolves with measures once, and resolves with milliseconds. */
  prepare(size: number): Promise<() => Promise<number>>;
  goal: keyof typeof GOALS;
}

/**
 * Fits time = c · sizeᵏ to the times at all sizes of a round, and compares the exponent k with 1, which is proportion. A small size has
 * a share of time that doesn't depend on it, so that exponents are rather too small for short ranges of sizes.
 */
export async function growthRow({ what, sizes, prepare, goal }: Growth): Promise<BenchRow> {
  const takes: Record<string, () => Promise<number>> = {};
  for (const size of sizes) takes[size] = await prepare(size);
  const samples = await sampleInTurns(TURNS, takes);
  const ofSize = (size: number) => samples[size] ?? [];
  const exponents = Array.from({ length: TURNS.rounds }, (_, round) =>
    slope(sizes.map((size) => [Math.log(size), Math.log(ofSize(size)[round] ?? Number.NaN)])),
  );
  const times = sizes.map(
    (size) => `${size.toLocaleString('en-US')}: ${median(ofSize(size)).toPrecision(3)} ms`,
  );
  return {
    what,
    against: 'the exponent 1',
    unit: 'number',
    measured: exponents,
    baseline: [1],
    goal: atMost(GOALS[goal]),
    notes: [`${times.join(', ')}.`],
  };
}

/** Measures a function in milliseconds. */
export function timed(work: () => unknown): () => Promise<number> {
  return async () => {
    const startedAtMs = performance.now();
    await work();
    return performance.now() - startedAtMs;
  };
}

/** The slope of the straight line that fits the points best, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const shared = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return shared / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
