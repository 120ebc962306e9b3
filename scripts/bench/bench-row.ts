/** What a row's figures count. `share` is a part of 1. */
export type BenchUnit = 'ms' | 'tokens per model' | 'bytes' | 'share';

/** The bound of measured ÷ baseline. */
export interface BenchGoal {
  kind: 'at-most' | 'at-least';
  ratio: number;
}

/** One thing measured against its baseline, both in the same run. */
export interface BenchRow {
  what: string;
  against: string;
  unit: BenchUnit;
  /** Each sample, in `unit`; what is counted rather than timed may be a single one. */
  measured: number[];
  baseline: number[];
  /** Null: the row informs only. */
  goal: BenchGoal | null;
  /** What one must know to read the figures, a sentence each. */
  notes: string[];
}

/** Rows that belong together and are asked for by one name. */
export interface BenchSuite {
  name: string;
  run(): Promise<BenchRow[]>;
}
