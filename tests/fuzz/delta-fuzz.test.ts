import { expect, it } from 'vitest';
import { fuzzDeltas } from './delta-fuzz';

it('restores every state exactly, forward and backward, from any JSON (seed 4)', {
  timeout: 60_000,
}, async () => {
  expect(await fuzzDeltas({ runs: 1_500, seed: 4 })).toEqual({ cases: 1_500, failures: [] });
});
