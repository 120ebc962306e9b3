/** The unit of a row's figures. `share` is a fraction of 1. */
export type BenchUnit = 'ms' | 'tokens per model' | 'bytes' | 'share';

/** The limit for measured ÷ baseline. */
export interface BenchGoal {
  kind: 'at-most' | 'at-least';
  ratio: number;
}

/** A measurement and its baseline, taken in the same run. */
export interface BenchRow {
  what: string;
  against: string;
  unit: BenchUnit;
  /** The samples, in `unit`; a count may be a single sample. */
  measured: number[];
  baseline: number[];
  /** Null: for information only. */
  goal: BenchGoal | null;
  /** Facts needed to read the figures, one sentence each. */
  notes: string[];
}

/** Rows that are selected by one name. */
export interface BenchSuite {
  name: string;
  run(): Promise<BenchRow[]>;
}
