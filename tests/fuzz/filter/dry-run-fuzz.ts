import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { checkDryRun } from './check-dry-run';
import { dryRunCases } from './dry-run-case';
import { fuzzOnRig } from './fuzz-on-rig';

/**
 * Compares the dry run of random calls on the filter page with their real effects, by the proxy's list and by
 * Python's `fnmatch`, which shares no code with either.
 */
export function fuzzDryRun(options: SuiteOptions): Promise<SuiteReport> {
  return fuzzOnRig('dry-run', dryRunCases, checkDryRun, options);
}
