// First, as in the background: no schema may be made before it.
import '@/src/background/configure-zod';
import fc from 'fast-check';
import type { FuzzOptions, FuzzReport } from '@/scripts/fuzz/fuzz-suite';
import { predictorProblem, startPredictor } from '@/tests/outsider/start-predictor';
import { checkCase } from './check-case';
import { filterCases } from './filter-case';
import { startFilterRig } from './filter-rig';

/** A shorter case takes as long to try as any other. */
const MOST_SHRINKS = 200;

/**
 * Calls the tools of the filter page on random catalogues and rules, and holds what they say against the proxy's list
 * and against Python's `fnmatch`, which shares no code with either. Without Python no case is tried. The same seed and
 * runs try the same cases; with a path, only the case at its end.
 */
export async function fuzzFilter({ runs, seed, path = '' }: FuzzOptions): Promise<FuzzReport> {
  const problem = predictorProblem();
  if (problem !== null) {
    console.warn(`filter: there is nobody to judge, because ${problem}`);
    return { cases: 0, failures: [] };
  }
  const python = startPredictor();
  const rig = await startFilterRig();
  try {
    const property = fc.asyncProperty(fc.limitShrink(filterCases, MOST_SHRINKS), (made) =>
      checkCase(made, rig, python),
    );
    const details = await fc.check(property, { numRuns: runs, seed, path });
    if (!details.failed) return { cases: details.numRuns, failures: [] };
    const { numRuns: cases, counterexample, counterexamplePath, errorInstance } = details;
    const message = `${(errorInstance as Error).message}\n${JSON.stringify(counterexample?.[0])}`;
    return { cases, failures: [{ message, seed, path: counterexamplePath ?? '' }] };
  } finally {
    await rig.close();
    await python.stop();
  }
}
