import { type ChaosStage, withChaosStage } from '@/tests/chaos/chaos-stage';
import { test as base } from './product-test';

/** A round with six kills takes about fifteen seconds on a busy machine. */
const ROUNDS_TIMEOUT_MS = 150_000;

/** For stories of rounds with faults. They share a browser, as the rounds of `npm run chaos` do. */
export const test = base.extend<{ timeLimit: undefined }, { stage: ChaosStage }>({
  stage: [({ product }, use) => withChaosStage(product, use), { scope: 'worker' }],
  timeLimit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use, testInfo) => {
      testInfo.setTimeout(ROUNDS_TIMEOUT_MS);
      await use(undefined);
    },
    { auto: true },
  ],
});
