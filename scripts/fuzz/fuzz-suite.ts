import type { Suite, SuiteFailure, SuiteOptions, SuiteReport } from '../suites/suite';

export type FuzzOptions = SuiteOptions;

/** A counterexample to a property. */
interface FuzzFailure extends SuiteFailure {
  path: string;
}

export interface FuzzReport extends SuiteReport {
  failures: FuzzFailure[];
}

/** The suites of `npm run fuzz`, in order. */
export const FUZZ_SUITES: readonly Suite[] = [
  { name: 'loop', file: 'tests/fuzz/loop-fuzz.ts', exportName: 'fuzzLoop', runs: 5_000 },
  { name: 'streams', file: 'tests/fuzz/stream-fuzz.ts', exportName: 'fuzzStreams', runs: 10_000 },
  { name: 'deltas', file: 'tests/fuzz/delta-fuzz.ts', exportName: 'fuzzDeltas', runs: 5_000 },
  { name: 'filter', file: 'tests/fuzz/filter/filter-fuzz.ts', exportName: 'fuzzFilter', runs: 2_000 },
  { name: 'dry-run', file: 'tests/fuzz/filter/dry-run-fuzz.ts', exportName: 'fuzzDryRun', runs: 1_000 },
];
