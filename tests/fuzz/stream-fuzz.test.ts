import { expect, it } from 'vitest';
import { fuzzStreams } from './stream-fuzz';

const SEED = 20_251_120;

it(`ends 300 broken streams in a valid response or an error (seed ${SEED})`, {
  timeout: 120_000,
}, async () => {
  expect(await fuzzStreams({ runs: 300, seed: SEED })).toEqual({ cases: 300, failures: [] });
});
