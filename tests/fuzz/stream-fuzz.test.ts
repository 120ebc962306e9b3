import { expect, it } from 'vitest';
import { fuzzStreams } from './stream-fuzz';

const SEED = 20_251_120;

it(`reads 300 broken streams to a sound end (seed ${SEED})`, { timeout: 120_000 }, async () => {
  expect(await fuzzStreams({ runs: 300, seed: SEED })).toEqual({ cases: 300, failures: [] });
});
