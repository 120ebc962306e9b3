import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

const TESTS = ['tests/**/*.test.{ts,tsx}'];
const STORIES = 'tests/e2e/**';

/** Tests of the suites of random input and attacks. They run cases of these suites, which takes two minutes in all, so `npm run test:security` runs them, and `npm test` doesn't. */
const SUITES = [
  'tests/security/security.test.ts',
  'tests/security/planted-defects.test.ts',
  'tests/security/weakened-parts.test.ts',
  'tests/fuzz/fuzz.test.ts',
];

/** The paths of all tests, with their texts. */
const TEXTS = readdirSync(join(import.meta.dirname, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => ({
    path: `tests/${path}`,
    text: readFileSync(join(import.meta.dirname, 'tests', path), 'utf8'),
  }));

/** Test files that share no modules with others: they replace a module, or change the state of one. */
const OWN_MODULES = pathsOf(({ text }) => text.includes('vi.mock(') || text.includes('// @own-modules'));

/** Test files that need a document and share modules. A file that shares none uses Vitest's jsdom environment instead. */
const WITH_DOCUMENT = pathsOf(({ text }) => text.startsWith('// @document'));

function pathsOf(isMeant: (test: { text: string }) => boolean): string[] {
  return TEXTS.filter(isMeant).map(({ path }) => path);
}

/**
 * Options for files that share modules: a worker loads each module once. Loading them for each file took three quarters of the
 * time. Modules must not keep state that a test changes; tests/restore-globals.ts restores globals after each file.
 */
const SHARED_MODULES = {
  isolate: false,
  // Loaded before any test file: Dexie looks for IndexedDB when it is loaded, which happens once per worker.
  setupFiles: ['fake-indexeddb/auto', 'tests/clear-database.ts'],
};

/** Limits the cases of each property to PROPERTY_CASES. */
export const FEW_CASES = {
  find: /^fast-check$/,
  replacement: join(import.meta.dirname, 'tests', 'few-cases.ts'),
};

function project(name: string, test: TestProjectInlineConfiguration['test']) {
  return { extends: true as const, plugins: [WxtVitest()], test: { name, ...test } };
}

export default defineConfig({
  resolve: { alias: process.env.PROPERTY_CASES === undefined ? [] : [FEW_CASES] },
  test: {
    projects: [
      project('shared', {
        include: TESTS,
        exclude: [STORIES, ...SUITES, ...OWN_MODULES, ...WITH_DOCUMENT],
        ...SHARED_MODULES,
      }),
      // Vitest ends a worker if the next file has another environment, and the next worker loads all modules again. Projects run one
      // after the other, so with a separate project that happens once.
      project('document', {
        include: WITH_DOCUMENT,
        exclude: [...SUITES, ...OWN_MODULES],
        ...SHARED_MODULES,
        setupFiles: ['tests/new-document.ts', ...SHARED_MODULES.setupFiles],
      }),
      project('isolated', { include: OWN_MODULES, exclude: SUITES }),
      project('suites', { include: SUITES }),
    ],
    globalSetup: 'tests/write-texts.ts',
    restoreMocks: true,
    setupFiles: ['tests/property-seed.ts', 'tests/restore-globals.ts', 'tests/english-texts.ts'],
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
