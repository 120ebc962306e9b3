import type { FuzzOptions, FuzzReport } from '@/scripts/fuzz/fuzz-suite';
import { checkPlan } from './check-plan';
import { fuzzOnRig } from './fuzz-on-rig';
import { planCases } from './plan-case';

/**
 * Compares the dry run of random calls on the filter page with their real effects, by the proxy's list and by
 * Python's `fnmatch`, which shares no code with either.
 */
export function fuzzDryRun(options: FuzzOptions): Promise<FuzzReport> {
  return fuzzOnRig('dry-run', planCases, checkPlan, options);
}
