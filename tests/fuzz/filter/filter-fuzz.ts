// First, as in the background: zod must be configured before any schema is created.
import '@/src/core/configure-zod';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { type Predictor, predictorProblem, startPredictor } from '@/tests/outsider/start-predictor';
import { reportOf } from '../case-run';
import { checkCase } from './check-case';
import { checkDryRun } from './check-dry-run';
import { dryRunCases } from './dry-run-case';
import { filterCases } from './filter-case';
import { type FilterRig, startFilterRig } from './filter-rig';

/** Limits the shrinking of a failed case: a shorter one takes as long to run. */
const MOST_SHRINKS = 200;

/**
 * Calls the filter page's tools on random catalogues and rules, and compares their results with the proxy's
 * list and with Python's `fnmatch`, which shares no code with either.
 */
export function fuzzFilter(options: SuiteOptions): Promise<SuiteReport> {
  return fuzzOnRig('filter', filterCases, checkCase, options);
}

/**
 * Compares the dry run of random calls on the filter page with their real effects, by the proxy's list and by
 * Python's `fnmatch`.
 */
export function fuzzDryRun(options: SuiteOptions): Promise<SuiteReport> {
  return fuzzOnRig('dry-run', dryRunCases, checkDryRun, options);
}

/**
 * Runs random cases on the filter page of a real proxy, with Python's `fnmatch` as the reference; without
 * Python it runs none. The same seed and runs produce the same cases; with a path, only the case at its end.
 *
 * @param check throws an error that describes the difference
 */
async function fuzzOnRig<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  check: (made: Case, rig: FilterRig, python: Predictor) => Promise<void>,
  { runs, seed, path = '' }: SuiteOptions,
): Promise<SuiteReport> {
  const problem = predictorProblem();
  if (problem !== null) {
    console.warn(`${name}: skipped, because ${problem}`);
    return { cases: 0, failures: [] };
  }
  const python = startPredictor();
  const rig = await startFilterRig();
  try {
    const property = fc.asyncProperty(fc.limitShrink(cases, MOST_SHRINKS), (made) =>
      check(made, rig, python),
    );
    return reportOf(await fc.check(property, { numRuns: runs, seed, path }));
  } finally {
    await rig.close();
    await python.stop();
  }
}
