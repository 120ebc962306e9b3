import type { FuzzOptions, FuzzReport } from '@/scripts/fuzz/fuzz-suite';
import { checkPlan } from './check-plan';
import { fuzzOnRig } from './fuzz-on-rig';
import { planCases } from './plan-case';

/**
 * Plans random calls on the filter page, runs them, and holds the plan against the proxy's list and against Python's
 * `fnmatch`, which shares no code with either.
 */
export function fuzzDryRun(options: FuzzOptions): Promise<FuzzReport> {
  return fuzzOnRig('dry-run', planCases, checkPlan, options);
}
