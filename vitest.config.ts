import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

/** Tests of modules without a state of their own. */
const SHARED_MODULES = ['tests/core/**/*.test.ts', 'tests/adapters/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        plugins: [WxtVitest()],
        test: {
          name: 'shared',
          include: SHARED_MODULES,
          // Loads the core once for each worker instead of once for each file, which took most of the time. Core and adapters
          // keep nothing in their modules, so no test sees what another one left.
          isolate: false,
          // Before any file: the first one that loads the database decides for all whether there is IndexedDB.
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        extends: true,
        plugins: [WxtVitest()],
        test: {
          name: 'isolated',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', ...SHARED_MODULES],
        },
      },
    ],
    restoreMocks: true,
    // A worker for each core: by default one stays idle, which on two cores is half of the machine.
    maxWorkers: '100%',
    // Generous: a shared machine can stall for seconds, and no test waits for this on purpose.
    testTimeout: 20_000,
    // `npm run coverage`: of the core, whole, whether or not a test ever loads a file.
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts'],
      thresholds: { branches: 95 },
      reportOnFailure: true,
      // In the terminal those files only that something is left to cover in.
      reporter: [['text', { skipFull: true, maxCols: 110 }], 'html', 'json-summary'],
    },
  },
});
