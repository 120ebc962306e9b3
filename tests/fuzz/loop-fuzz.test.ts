import { expect, it } from 'vitest';
import { fuzzLoop } from './loop-fuzz';

// A short run; `npm run fuzz` tries thousands.
it('keeps the loop’s rules, whatever user, models, page, worker and storage do', async () => {
  const { cases, failures } = await fuzzLoop({ runs: 150, seed: 20_261_120 });
  expect(failures).toEqual([]);
  expect(cases).toBe(150);
}, 120_000);
