import { runSuites } from './run-suites';
import type { SuiteCommand } from './suite';

/** Description of `npm run fuzz`. */
export const FUZZ_COMMAND: SuiteCommand = {
  script: 'fuzz',
  about:
    'Tests the core with random input and prints failed cases, with the seed and path that reproduce them.',
  noun: 'suite',
  failed: 'failed',
  takesPath: true,
  suites: [
    { name: 'loop', runs: 5_000, load: async () => (await import('@/tests/fuzz/loop-fuzz')).fuzzLoop },
    {
      name: 'streams',
      runs: 10_000,
      load: async () => (await import('@/tests/fuzz/stream-fuzz')).fuzzStreams,
    },
    { name: 'deltas', runs: 5_000, load: async () => (await import('@/tests/fuzz/delta-fuzz')).fuzzDeltas },
    {
      name: 'filter',
      runs: 2_000,
      load: async () => (await import('@/tests/fuzz/filter/filter-fuzz')).fuzzFilter,
    },
    {
      name: 'dry-run',
      runs: 1_000,
      load: async () => (await import('@/tests/fuzz/filter/dry-run-fuzz')).fuzzDryRun,
    },
  ],
};

/** Runs `npm run fuzz` with these arguments. Resolves with the exit code. */
export function fuzz(args: string[]): Promise<number> {
  return runSuites(FUZZ_COMMAND, args);
}
