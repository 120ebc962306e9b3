/** What a fuzz suite is to do. The same seed and runs try the same cases; with a path, only the case at its end. */
export interface FuzzOptions {
  runs: number;
  seed: number;
  path?: string;
}

/** What a property did not hold for. Seed and path lead to it again. */
export interface FuzzFailure {
  message: string;
  seed: number;
  path: string;
}

export interface FuzzReport {
  /** Tried, the failing ones included. */
  cases: number;
  failures: FuzzFailure[];
}

/** Where a suite is to be found, and how many cases it tries unless told otherwise. */
export interface FuzzSuite {
  name: string;
  /** Its module, from the repository's root. */
  file: string;
  /** The module's export: a function of {@link FuzzOptions} that answers with a {@link FuzzReport}. */
  exportName: string;
  runs: number;
}

/** What `npm run fuzz` tries, in this order. */
export const FUZZ_SUITES: readonly FuzzSuite[] = [
  { name: 'loop', file: 'tests/fuzz/loop-fuzz.ts', exportName: 'fuzzLoop', runs: 5_000 },
  { name: 'streams', file: 'tests/fuzz/stream-fuzz.ts', exportName: 'fuzzStreams', runs: 10_000 },
  { name: 'deltas', file: 'tests/fuzz/delta-fuzz.ts', exportName: 'fuzzDeltas', runs: 5_000 },
  { name: 'filter', file: 'tests/fuzz/filter/filter-fuzz.ts', exportName: 'fuzzFilter', runs: 2_000 },
];
