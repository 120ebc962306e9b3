import { type BenchRow, median, sum } from '../bench-row';

/** Rounds in which each size is measured once. */
export const TURNS = { rounds: 9, warmUpRounds: 2 };

/** Greatest exponents: of a time that the size doesn’t change, and of one in proportion to it. */
export const FLAT = 0.2;
export const LINEAR = 1.1;

/**
 * Fits time = c · sizeᵏ to the times at all sizes of a round, and compares the exponent k with 1, which is proportion. A small size has
 * a share of time that doesn't depend on it, so that exponents are rather too small for short ranges of sizes. The sizes are ascending.
 */
export function exponentRow(
  what: string,
  sizes: readonly number[],
  samplesOf: (size: number) => readonly number[],
  atMost: number,
): BenchRow {
  const [smallest = 0] = sizes;
  const exponents = samplesOf(smallest).map((_, round) =>
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
    atMost,
    notes: [`${times.join(', ')}.`],
  };
}

/** The slope of the straight line that fits the points best, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const [meanX, meanY] = [0, 1].map((axis) => sum(points.map((point) => point[axis] ?? 0)) / points.length);
  const fromMean = points.map(([x, y]) => [x - Number(meanX), y - Number(meanY)] as const);
  return sum(fromMean.map(([x, y]) => x * y)) / sum(fromMean.map(([x]) => x ** 2));
}
