import { defineConfig } from '@playwright/test';

/** Pictures of every state of the panel, for review. */
export default defineConfig({
  testDir: 'tests/screenshots',
  outputDir: 'test-results/screenshots',
  reporter: 'list',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 1,
});
