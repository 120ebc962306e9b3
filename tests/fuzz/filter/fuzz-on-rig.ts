// First, as in the background: zod must be configured before any schema is created.
import '@/src/core/configure-zod';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { type Predictor, predictorProblem, startPredictor } from '@/tests/outsider/start-predictor';
import { type FilterRig, startFilterRig } from './filter-rig';

/** A shorter case takes as long to run as any other. */
const MOST_SHRINKS = 200;

/**
 * Runs random cases on the filter page of a real proxy, with Python's `fnmatch` as the reference; without
 * Python it runs none. The same seed and runs produce the same cases; with a path, only the case at its end.
 *
 * @param check throws an error that describes the difference
 */
export async function fuzzOnRig<Case>(
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
    const details = await fc.check(property, { numRuns: runs, seed, path });
    if (!details.failed) return { cases: details.numRuns, failures: [] };
    const { numRuns, counterexample, counterexamplePath, errorInstance } = details;
    const message = `${(errorInstance as Error).message}\n${JSON.stringify(counterexample?.[0])}`;
    return { cases: numRuns, failures: [{ message, seed, path: counterexamplePath ?? '' }] };
  } finally {
    await rig.close();
    await python.stop();
  }
}
