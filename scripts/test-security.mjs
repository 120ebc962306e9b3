// `npm run test:security -- ARGS`: attacks the protections of page and keys; see `--help` for ARGS.
import { runBuild, runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { runTypeScript } from './run-typescript.mjs';
import { ROOT, setUp } from './set-up.mjs';

/** Runs the tests of the suites themselves, which `npm test` leaves out. */
function testSuites() {
  return runCommand('npx', ['vitest', 'run', '--project', 'suites'], { cwd: ROOT });
}

/** Runs the browser tests that `npm test` leaves out. */
async function tryInBrowser() {
  await setUp();
  await runBuild('build:playground', { cwd: ROOT });
  return runCommand('npx', ['playwright', 'test', '--grep', '@thorough'], { cwd: ROOT });
}

await runTypeScript('scripts/suites/test-security.ts', 'testSecurity');
const suites = process.exitCode ?? 0;
// Arguments select single suites; the other tests then do not run.
if (process.argv.length === 2) {
  await runMain(async () => Math.max(suites, await testSuites(), await tryInBrowser()));
}
// Successful attacks may leave timers running, which would keep the process alive.
process.exit();
