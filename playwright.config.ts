import { defineConfig } from '@playwright/test';
import type { ProductFixtures } from './tests/e2e/product-test';

/** Every test has a browser and a playground of its own (tests/e2e/fixtures.ts), so there is no server to wait for. */
export default defineConfig<object, Pick<ProductFixtures, 'productName'>>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A shared machine can stall for seconds. A test that needed its second try is listed as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: 'chromium', use: { productName: 'chromium' } },
    // A Firefox needs both cores, and starts in about three seconds.
    { name: 'firefox', use: { productName: 'firefox' }, workers: 1, timeout: 90_000 },
  ],
});
