/** The unit of a row's figures. `share` is a fraction of 1. */
type BenchUnit = 'ms' | 'tokens per model' | 'bytes' | 'share';

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
  run(): Promise<BenchRow[]>;
}

export function atMost(ratio: number): BenchGoal {
  return { kind: 'at-most', ratio };
}

/** A row's medians in its unit, their ratio, and the verdict: `ok`, `SHORT`, or `no goal`. */
export function judgeRow({ measured, baseline, goal }: Pick<BenchRow, 'measured' | 'baseline' | 'goal'>) {
  const medians = { measured: median(measured), baseline: median(baseline) };
  const ratio = medians.measured / medians.baseline;
  if (goal === undefined) return { ...medians, ratio, verdict: 'no goal' };
  // NaN meets no goal.
  const isReached = goal.kind === 'at-most' ? ratio <= goal.ratio : ratio >= goal.ratio;
  return { ...medians, ratio, verdict: isReached ? 'ok' : 'SHORT' };
}

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
