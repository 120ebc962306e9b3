import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';
import everyTest from '../../vitest.config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The options of `npm test`, so that a test runs here as it does there. */
const { projects: _projects, coverage: _coverage, setupFiles = [], ...options } = everyTest.test ?? {};

/** Runs, for the mutants of a folder, only that folder's own tests. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  plugins: [WxtVitest()],
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('few-cases.ts', import.meta.url)) }],
  },
  test: {
    ...options,
    include: [`tests/core/${process.env.MUTATION_ROOM ?? '*'}/**/*.test.ts`],
    // After those of `npm test`, whose seed it replaces.
    setupFiles: [setupFiles, 'tests/mutation/steady-properties.ts'].flat(),
  },
});
