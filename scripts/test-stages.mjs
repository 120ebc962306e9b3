import { playwrightTotals, vitestTotals } from './test-totals.mjs';

/** @import { Totals } from './test-totals.mjs' */

/**
 * A stage of `npm test`: a script of package.json, or the tests that run the other scripts. `args` and `env` get the path for a runner's
 * report in JSON, of which `totals` reads the totals; a stage that is no runner writes none. `program` is one without which the stage is
 * left out.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string | null} script
 * @property {(report: string) => readonly string[]} [args]
 * @property {(report: string) => Record<string, string>} [env]
 * @property {(report: never) => Totals} [totals]
 * @property {'firefox'} [program]
 */

/** A fixed seed gives each property-based test the same few cases in every run; `npm run test:unit` tries all, and new ones. */
const SEED = { PROPERTY_SEED: '1', PROPERTY_CASES: '20' };

const VITEST = {
  env: () => SEED,
  totals: vitestTotals,
};

const PLAYWRIGHT = {
  env: (/** @type {string} */ report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  totals: playwrightTotals,
};

/** @param {string} report */
const vitestReport = (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];

/**
 * The stages after the set-up, in order.
 *
 * @type {readonly Stage[]}
 */
export const STAGES = [
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'types' },
  { name: 'production build', script: 'build' },
  { name: 'build for Firefox', script: 'build:firefox' },
  { name: 'rules of Firefox’s store', script: 'lint:firefox' },
  { name: 'playground build', script: 'build:playground' },
  // Each script that is no stage in its smallest form (tests/commands/commands.ts), in a copy of the checkout.
  { ...VITEST, name: 'commands', script: null, args: vitestReport },
  // The project `suites` takes two minutes and runs in `npm run test:security`.
  {
    ...VITEST,
    name: 'unit tests',
    script: 'test:unit',
    args: (report) => ['--project', '!suites', ...vitestReport(report)],
  },
  // Stories marked @thorough run only in `npm run test:security`, `npm run test:e2e` and `npm run test:firefox`.
  {
    ...PLAYWRIGHT,
    name: 'end-to-end tests',
    script: 'test:e2e',
    args: () => ['--grep-invert', '@thorough', '--reporter=list,json'],
  },
  // Some stories of each area.
  {
    ...PLAYWRIGHT,
    name: 'end-to-end tests in Firefox',
    script: 'test:firefox',
    args: () => ['--grep', '@both-browsers', '--reporter=list,json'],
    program: 'firefox',
  },
];
