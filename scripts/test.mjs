import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from './find-program.mjs';
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { playwrightTotals, sumTotals, totalsLine, vitestTotals } from './test-totals.mjs';
import { UserError } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** @import { Totals } from './test-totals.mjs' */

/**
 * The stages of `npm test` after the set-up, in order. `run` gets the path for a runner's report in JSON, of which `totals` reads the
 * totals; those that are no runners write none.
 *
 * @type {readonly { name: string; run(report: string): Promise<number>; totals?(report: never): Totals }[]}
 */
const STAGES = [
  { name: 'lint', run: script('lint') },
  { name: 'types', run: script('types') },
  { name: 'production build', run: script('build') },
  { name: 'build for Firefox', run: script('build:firefox') },
  { name: 'rules of Firefox’s store', run: script('lint:firefox') },
  { name: 'playground build', run: script('build:playground') },
  { name: 'commands', run: runCommands, totals: vitestTotals },
  { name: 'unit tests', run: runUnitTests, totals: vitestTotals },
  { name: 'end-to-end tests', run: runInChromium, totals: playwrightTotals },
  { name: 'end-to-end tests in Firefox', run: runInFirefox, totals: playwrightTotals },
];

/** Makes the tests of the published extension and the commands use these builds instead of building their own. */
const BUILT = { STEWARD_BUILDS: join(ROOT, 'dist') };

/** @param {string} name */
function script(name) {
  return () => runScript(name);
}

/** @param {string} report */
function runUnitTests(report) {
  // The project `suites` takes two minutes and runs in `npm run test:security`.
  return runVitest(report, ['--project', '!suites']);
}

/**
 * Runs each script of package.json in its smallest form (tests/commands/commands.ts), in a copy of the checkout.
 *
 * @param {string} report
 */
function runCommands(report) {
  return runVitest(report, ['--config', 'vitest.commands.config.ts']);
}

/**
 * @param {string} report
 * @param {readonly string[]} chosen
 */
function runVitest(report, chosen) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runCommand('npx', ['vitest', 'run', ...chosen, ...reporters], {
    // A fixed seed gives each property-based test the same cases in every run; `npm run test:unit` uses new ones.
    env: { ...BUILT, PROPERTY_SEED: '1' },
  });
}

/** @param {string} report */
function runInChromium(report) {
  // Stories marked @thorough run only in `npm run test:security`, `npm run test:e2e` and `npm run test:firefox`.
  return runPlaywright(report, ['--project=chromium', '--grep-invert', '@thorough']);
}

/**
 * Runs some stories of each area in Firefox. If there is no Firefox and none can be installed, prints that and passes.
 *
 * @param {string} report
 */
async function runInFirefox(report) {
  try {
    await ensureProgram('firefox');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.log(`The stories in Firefox are skipped. ${error.message}`);
    return 0;
  }
  return runPlaywright(report, ['--project=firefox', '--grep', '@both-browsers']);
}

/**
 * @param {string} report
 * @param {readonly string[]} chosen
 */
function runPlaywright(report, chosen) {
  const args = ['playwright', 'test', ...chosen, '--reporter=list,json'];
  return runCommand('npx', args, { env: { ...BUILT, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
}

/**
 * Runs the stages until one fails, and prints the totals of the runners that ran. Returns the last exit code.
 *
 * @param {string} folder
 */
async function runStages(folder) {
  const all = [];
  let exitCode = 0;
  for (const { name, run, totals } of STAGES) {
    console.log(`\n── ${name}`);
    const startedAtMs = performance.now();
    const report = join(folder, `${name}.json`);
    exitCode = await run(report);
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    // A runner that crashed before its report has no totals.
    if (totals !== undefined && existsSync(report)) {
      all.push({
        name,
        .../** @type {Totals} */ (totals(/** @type {never} */ (JSON.parse(readFileSync(report, 'utf8'))))),
      });
    }
    console.log(
      `${name}: ${exitCode === 0 ? 'passed' : `failed (exit code ${exitCode})`} after ${seconds} s`,
    );
    if (exitCode !== 0) break;
  }
  console.log('');
  for (const one of all) console.log(`${one.name}: ${totalsLine(one)}`);
  console.log(totalsLine(sumTotals(all)));
  return exitCode;
}

await runMain(async () => {
  await setUp();
  return withFolder(runStages);
});
