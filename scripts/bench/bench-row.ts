/** The unit of a row's figures. `number` has none: a count, or a fraction of 1. */
type BenchUnit = 'ms' | 'tokens' | 'tokens per model' | 'bytes' | 'number';

/** The limit for measured ÷ baseline. */
export interface BenchGoal {
  kind: 'at-most' | 'at-least';
  ratio: number;
}

/** A measurement and its baseline, taken in the same run. */
export interface BenchRow {
  what: string;
  against: string;
  /** Milliseconds if it is missing. */
  unit?: BenchUnit;
  /** The samples, in `unit`; a count may be a single sample. */
  measured: readonly number[];
  baseline: readonly number[];
  /** The share of the samples below the figure that counts: 0.95 for a 95th percentile. The median if it is missing. */
  percentile?: number;
  /** A row without a goal is for information only. */
  goal?: BenchGoal | undefined;
  /** Facts needed to read the figures, one sentence each. */
  notes?: readonly string[];
}

/** Rows that a single name selects. */
export interface BenchSuite {
  name: string;
  /** Preparation that the suite needs: nothing, a browser, or also the builds of extension and playground. */
  needs: 'nothing' | 'browser' | 'playground';
  /** Run one after the other. */
  parts: readonly (() => BenchRow[] | Promise<BenchRow[]>)[];
}

export function atMost(ratio: number): BenchGoal {
  return { kind: 'at-most', ratio };
}

/** Baseline and goal of figures that must not exceed a number. */
export function within(bound: number, unit: 'ms' | 'bytes') {
  const against = `${bound.toLocaleString('en-US')} ${unit}`;
  return { against, unit, baseline: [bound], goal: atMost(1) } as const;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type Samples = Pick<BenchRow, 'measured' | 'baseline'>;

/**
 * A row's figures in its unit (medians, unless it names a percentile), their ratio, the quartiles of the ratios, and the verdict: `ok`,
 * `SHORT`, or `no goal`.
 */
export function judgeRow({
  measured,
  baseline,
  goal,
  percentile,
}: Samples & Pick<BenchRow, 'goal' | 'percentile'>) {
  const share = percentile ?? 0.5; // As the row's description says.
  const figures = { measured: percentileOf(measured, share), baseline: percentileOf(baseline, share) };
  const ratio = figures.measured / figures.baseline;
  const ratios = ratiosOf({ measured, baseline });
  const spread = [percentileOf(ratios, 0.25), percentileOf(ratios, 0.75)] as const;
  if (goal === undefined) return { ...figures, ratio, spread, verdict: 'no goal' };
  // NaN meets no goal.
  const isReached = goal.kind === 'at-most' ? ratio <= goal.ratio : ratio >= goal.ratio;
  return { ...figures, ratio, spread, verdict: isReached ? 'ok' : 'SHORT' };
}

/** The ratio of each sample: to the baseline of its own round, or to the baseline's median if that has no samples for each round. */
function ratiosOf({ measured, baseline }: Samples): number[] {
  const common = median(baseline);
  const isPaired = measured.length === baseline.length;
  return measured.map((value, round) => value / (isPaired ? (baseline[round] ?? Number.NaN) : common));
}

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return percentileOf(values, 0.5);
}

/** The value below which this share of the values is, interpolated between two; NaN for an empty list. */
function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)] ?? Number.NaN;
  const upper = sorted[Math.ceil(place)] ?? Number.NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
}
