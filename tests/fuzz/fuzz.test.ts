import { expect, it } from 'vitest';
import { FUZZ_COMMAND } from '@/scripts/suites/fuzz';
import { predictorProblem } from '@/tests/outsider/start-predictor';

/** A short run of each suite: what it shows, its cases and its seed. `npm run fuzz` tries thousands. */
const SHORT_RUNS: Record<string, [shows: string, runs: number, seed: number]> = {
  loop: ['keeps its rules, whatever user, models, page, worker and storage do', 150, 11],
  sites: ['makes no change twice, and loses none, on several sites', 60, 94],
  streams: ['end in a valid response or an error, however broken they are', 300, 20_251_120],
  deltas: ['restore every state exactly, forward and backward, from any JSON', 1_500, 4],
  filter: [
    'agrees with the proxy’s list and with Python, whatever its tools are called with',
    60,
    20_261_125,
  ],
  'dry-run': ['predicts the proxy’s list and Python’s result after its calls have run', 60, 20_261_127],
};

it.each(FUZZ_COMMAND.suites.map((suite) => ({ ...suite, shows: SHORT_RUNS[suite.name]?.[0] })))(
  '$name: $shows',
  async ({ name, load }) => {
    const [, runs, seed] = SHORT_RUNS[name] ?? expect.fail('no short run');
    const run = await load();
    // Without Python, the suites that compare with it have no cases.
    const cases = ['filter', 'dry-run'].includes(name) && predictorProblem() !== null ? 0 : runs;
    expect(await run({ runs, seed })).toEqual({ cases, failures: [] });
  },
  120_000,
);
