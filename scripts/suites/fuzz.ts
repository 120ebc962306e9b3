import { runSuites } from './run-suites';
import { type SuiteCommand, suite } from './suite';

/** Description of `npm run fuzz`. */
export const FUZZ_COMMAND: SuiteCommand = {
  script: 'fuzz',
  about:
    'Tests the core with random input and prints failed cases, with the seed and path that reproduce them.',
  noun: 'suite',
  failed: 'failed',
  takesPath: true,
  suites: [
    suite('loop', 5_000, async () => (await import('@/tests/fuzz/loop-fuzz')).fuzzLoop),
    suite('sites', 2_000, async () => (await import('@/tests/fuzz/sites-fuzz')).fuzzSites),
    suite('streams', 10_000, async () => (await import('@/tests/fuzz/stream-fuzz')).fuzzStreams),
    suite('deltas', 5_000, async () => (await import('@/tests/fuzz/delta-fuzz')).fuzzDeltas),
    suite('filter', 2_000, async () => (await import('@/tests/fuzz/filter/filter-fuzz')).fuzzFilter),
    suite('dry-run', 1_000, async () => (await import('@/tests/fuzz/filter/filter-fuzz')).fuzzDryRun),
  ],
};

/** Runs `npm run fuzz` with these arguments. Resolves with the exit code. */
export function fuzz(args: string[]): Promise<number> {
  return runSuites(FUZZ_COMMAND, args);
}
