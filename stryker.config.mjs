/** The room of the core that is tried; scripts/mutation.mjs goes through all of them. */
const room = process.env.MUTATION_ROOM ?? 'tools';
/** True if every test that reaches a mutant has to run on it, not only those until the first one fails. */
const isMatrix = process.env.MUTATION_MATRIX === '1';
/** True if tests run only on a sample of the mutants. */
const isSample = process.env.MUTATION_SAMPLE !== undefined;

/**
 * `npm run mutation`: whether the core's tests notice when its code is changed. One room only:
 * `npm run mutation -- --room tools`.
 */
export default {
  mutate: [`src/core/${room}/**/*.ts`],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  plugins: [
    '@stryker-mutator/vitest-runner',
    './scripts/mutation/ignore-definition-texts.mjs',
    './scripts/mutation/sample-mutants.mjs',
  ],
  checkers: isSample ? ['sample'] : [],
  // The wording of what a model reads about tools is judged by reading it: a test of it could only repeat it.
  ignorers: ['definition-texts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Most tests take milliseconds; only a mutant that loops for ever takes longer than this.
  timeoutMS: 10_000,
  timeoutFactor: 2,
  thresholds: { high: 90, low: 80, break: isMatrix ? null : 80 },
  disableBail: isMatrix,
  incremental: !isMatrix,
  incrementalFile: `mutation-report/${room}.incremental.json`,
  reporters: isMatrix ? ['progress', 'json'] : ['progress', 'clear-text', 'html'],
  jsonReporter: { fileName: `mutation-report/${room}.matrix.json` },
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: `mutation-report/${room}.html` },
  ignorePatterns: [
    ...['dist', 'playground/dist', 'demo-output', 'bench-results', 'mutation-report', 'coverage'],
    ...['test-results', 'playwright-report', 'assets'],
  ],
  tempDirName: '.stryker-tmp',
  // Stryker rewrites a tsconfig.json by TypeScript's library, which TypeScript 7 has none of; the tests need no rewriting.
  tsconfigFile: 'no-tsconfig.json',
  warnings: { slow: false },
};
