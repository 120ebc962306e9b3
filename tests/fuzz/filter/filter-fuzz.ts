import type { FuzzOptions, FuzzReport } from '@/scripts/fuzz/fuzz-suite';
import { checkCase } from './check-case';
import { filterCases } from './filter-case';
import { fuzzOnRig } from './fuzz-on-rig';

/**
 * Calls the filter page's tools on random catalogues and rules, and compares their results with the proxy's
 * list and with Python's `fnmatch`, which shares no code with either.
 */
export function fuzzFilter(options: FuzzOptions): Promise<FuzzReport> {
  return fuzzOnRig('filter', filterCases, checkCase, options);
}
