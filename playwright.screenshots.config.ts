import { defineConfig } from '@playwright/test';
import { SHOWN_LANGUAGES } from './tests/e2e/show-language';

/** Pictures of every state of the panel, for review. A project is a language. */
export default defineConfig({
  testDir: 'tests/screenshots',
  outputDir: 'test-results/screenshots',
  reporter: 'list',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 1,
  projects: SHOWN_LANGUAGES.map((name) => ({ name })),
});
