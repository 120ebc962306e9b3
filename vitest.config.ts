import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

const TESTS = ['tests/**/*.test.{ts,tsx}'];
const STORIES = 'tests/e2e/**';

/** Tests of the suites of random input and attacks. They run cases of these suites, which takes two minutes in all, so `npm run test:security` runs them, and `npm test` doesn't. */
const SUITES = [
  'tests/security/*/try-*.test.ts',
  'tests/security/security.test.ts',
  'tests/fuzz/**/*-fuzz.test.ts',
  'tests/outsider/dry-run.test.ts',
];

/** A comment in tests that need modules of their own, since what other files leave in shared ones changes their outcome. */
const OWN_MODULES = '// @own-modules';

/** Tests that replace a module. With shared modules, they would get the real one if an earlier file had loaded it. */
const REPLACING_MODULES = readdirSync(join(import.meta.dirname, 'tests'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => `tests/${path}`)
  .filter((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8');
    return text.includes('vi.mock(') || text.includes(OWN_MODULES);
  });

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        plugins: [WxtVitest()],
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [STORIES, ...SUITES, ...REPLACING_MODULES],
          // Loads the modules once for each worker instead of once for each file, which took three quarters of the time.
          // So modules keep no state that a test changes; what is global is restored by the test that changed it.
          isolate: false,
          // Before any file: the first one that loads the database decides for all whether there is IndexedDB.
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        extends: true,
        plugins: [WxtVitest()],
        test: { name: 'isolated', include: REPLACING_MODULES, exclude: SUITES },
      },
      {
        extends: true,
        plugins: [WxtVitest()],
        test: { name: 'suites', include: SUITES },
      },
    ],
    restoreMocks: true,
    setupFiles: ['tests/property-seed.ts', 'tests/english-texts.ts'],
    // A worker for each core: by default one stays idle, which on two cores is half of the machine.
    maxWorkers: '100%',
    // Generous: a shared machine can stall for seconds, and no test waits for this on purpose.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
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
