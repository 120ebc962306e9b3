import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from './find-program.mjs';
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { STAGES } from './test-stages.mjs';
import { sumTotals, totalsLine } from './test-totals.mjs';
import { UserError } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** @import { Stage } from './test-stages.mjs' */
/** @import { Totals } from './test-totals.mjs' */

/** Makes the tests of the published extension and the commands use these builds instead of building their own. */
const BUILT = { STEWARD_BUILDS: join(ROOT, 'dist') };

/**
 * Runs a stage, and resolves with its exit code. If its program isn't there and can't be installed, prints that and passes.
 *
 * @param {Stage} stage
 * @param {string} report
 */
async function runStage({ script, args, env, program }, report) {
  try {
    if (program !== undefined) await ensureProgram(program);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.log(`This stage is skipped. ${error.message}`);
    return 0;
  }
  // The builds' scripts don't get the variable: they make what it names.
  const options = args === undefined ? {} : { env: { ...BUILT, ...env?.(report) } };
  const given = args?.(report) ?? []; // A script that is no runner takes none.
  if (script !== null) return runScript(script, options, given);
  return runCommand('npx', ['vitest', 'run', '--config', 'vitest.commands.config.ts', ...given], options);
}

/**
 * Runs the stages until one fails, and prints the totals of the runners that ran. Returns the last exit code.
 *
 * @param {string} folder
 */
async function runStages(folder) {
  const all = [];
  let exitCode = 0;
  for (const stage of STAGES) {
    const { name, totals } = stage;
    console.log(`\n── ${name}`);
    const startedAtMs = performance.now();
    const report = join(folder, `${name}.json`);
    exitCode = await runStage(stage, report);
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
