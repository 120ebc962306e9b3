import { expect, it } from 'vitest';
import { fuzzDryRun } from '@/tests/fuzz/filter/dry-run-fuzz';
import { predictorProblem } from './start-predictor';

const SEED = 20_261_127;
const RUNS = 60;
const problem = predictorProblem();

// A short run; `npm run fuzz -- --only dry-run` tries thousands.
it.skipIf(problem !== null)(
  `a dry run predicts the proxy’s list and Python’s result after its calls have run (seed ${SEED}${problem === null ? '' : `; skipped: ${problem}`})`,
  { timeout: 120_000 },
  async () => {
    expect(await fuzzDryRun({ runs: RUNS, seed: SEED })).toEqual({ cases: RUNS, failures: [] });
  },
);
