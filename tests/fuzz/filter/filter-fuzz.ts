import type { FuzzOptions, FuzzReport } from '@/scripts/fuzz/fuzz-suite';
import { checkCase } from './check-case';
import { filterCases } from './filter-case';
import { fuzzOnRig } from './fuzz-on-rig';

/**
 * Calls the tools of the filter page on random catalogues and rules, and holds what they say against the proxy's list
 * and against Python's `fnmatch`, which shares no code with either.
 */
export function fuzzFilter(options: FuzzOptions): Promise<FuzzReport> {
  return fuzzOnRig('filter', filterCases, checkCase, options);
}
