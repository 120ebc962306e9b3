import { defineConfig } from '@playwright/test';

/** Tests against servers that run already. One at a time: they change the same rules. */
export default defineConfig({
  testDir: 'tests/interop',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/interop',
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
});
