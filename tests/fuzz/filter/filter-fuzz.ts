import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { checkCase } from './check-case';
import { filterCases } from './filter-case';
import { fuzzOnRig } from './fuzz-on-rig';

/**
 * Calls the filter page's tools on random catalogues and rules, and compares their results with the proxy's
 * list and with Python's `fnmatch`, which shares no code with either.
 */
export function fuzzFilter(options: SuiteOptions): Promise<SuiteReport> {
  return fuzzOnRig('filter', filterCases, checkCase, options);
}
