/**
 * `npm run mutation`: whether the core's tests notice when its code is changed. One room only:
 * `npm run mutation -- --mutate 'src/core/tools/**'`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/core/{loop,tools,checkpoints}/**/*.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/ignore-definition-texts.mjs'],
  // The wording of what a model reads about tools is judged by reading it: a test of it could only repeat it.
  ignorers: ['definition-texts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Most tests take milliseconds; only a mutant that loops for ever takes longer than this.
  timeoutMS: 10_000,
  timeoutFactor: 2,
  thresholds: { high: 90, low: 80, break: 80 },
  incremental: true,
  incrementalFile: 'mutation-report/incremental.json',
  reporters: ['progress', 'html', 'json'],
  htmlReporter: { fileName: 'mutation-report/index.html' },
  jsonReporter: { fileName: 'mutation-report/mutation.json' },
  ignorePatterns: [
    ...['.output', 'playground/dist', 'demo-output', 'bench-results', 'mutation-report', 'coverage'],
    ...['test-results', 'playwright-report', 'docs', 'assets'],
  ],
  tempDirName: '.stryker-tmp',
  // Stryker rewrites a tsconfig.json by TypeScript's library, which TypeScript 7 has none of; the tests need no rewriting.
  tsconfigFile: 'no-tsconfig.json',
  warnings: { slow: false },
};
