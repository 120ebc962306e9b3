import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs, for the mutants of a folder, only that folder's own tests. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  resolve: {
    alias: [
      { find: '@', replacement: ROOT },
      { find: /^fast-check$/, replacement: fileURLToPath(new URL('few-cases.ts', import.meta.url)) },
    ],
  },
  test: {
    include: [`tests/core/${process.env.MUTATION_ROOM ?? '*'}/**/*.test.ts`],
    setupFiles: ['tests/mutation/steady-properties.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
