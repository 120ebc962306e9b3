import { atMost, type BenchRow, median, sum } from '../bench-row';
import { sampleInTurns } from '../measure';

/** Rounds in which each size is measured once. */
export const TURNS = { rounds: 9, warmUpRounds: 2 };

/** Greatest exponents: of a time that the size doesn’t change, and of one in proportion to it. */
const GOALS = { flat: 0.2, linear: 1.1 } as const;

export type GrowthGoal = keyof typeof GOALS;

/** A time that is measured at several sizes. */
interface Growth {
  what: string;
  /** Ascending. */
  sizes: readonly number[];
  goal: GrowthGoal;
}

/** Measures a time at several sizes: `prepare` resolves with the function that measures a size once, in milliseconds. */
export async function growthRow({
  prepare,
  ...growth
}: Growth & { prepare(size: number): () => Promise<number> }): Promise<BenchRow> {
  const takes = Object.fromEntries(growth.sizes.map((size) => [String(size), prepare(size)]));
  const samples = await sampleInTurns(TURNS, takes);
  return exponentRow({ ...growth, samplesOf: (size) => samples[size] ?? [] });
}

/**
 * Fits time = c · sizeᵏ to the times at all sizes of a round, and compares the exponent k with 1, which is proportion. A small size has
 * a share of time that doesn't depend on it, so that exponents are rather too small for short ranges of sizes.
 */
export function exponentRow({
  what,
  sizes,
  samplesOf,
  goal,
}: Growth & { samplesOf(size: number): readonly number[] }): BenchRow {
  const exponents = Array.from({ length: TURNS.rounds }, (_, round) =>
    slope(sizes.map((size) => [Math.log(size), Math.log(samplesOf(size)[round] ?? Number.NaN)])),
  );
  const times = sizes.map(
    (size) => `${size.toLocaleString('en-US')}: ${median(samplesOf(size)).toPrecision(3)} ms`,
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

/** The slope of the straight line that fits the points best, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const shared = sum(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  return shared / sum(points.map(([x]) => (x - meanX) ** 2));
}
