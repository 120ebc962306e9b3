import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';
import everyTest, { FEW_CASES } from '../../vitest.config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The options of `npm test`, so that a test runs here as it does there. */
const { projects: _projects, coverage: _coverage, setupFiles = [], ...options } = everyTest.test ?? {};

/** Runs, for the mutants of a folder, only that folder's own tests. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  plugins: [WxtVitest()],
  resolve: { alias: [FEW_CASES] },
  test: {
    ...options,
    // A mutant that breaks a property usually fails early, and there are thousands of mutants.
    env: { PROPERTY_CASES: '8' },
    include: [`tests/core/${process.env.MUTATION_ROOM ?? '*'}/**/*.test.ts`],
    // After those of `npm test`, whose seed it replaces.
    setupFiles: [setupFiles, 'tests/mutation/steady-properties.ts'].flat(),
  },
});
