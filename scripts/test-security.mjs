// `npm run test:security -- ARGS`: attacks the protections of page and keys; see `--help` for ARGS.
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { startSuiteCommand } from './suites/start-suite-command.mjs';

/** The tests of the suites themselves, which `npm test` leaves out, too. */
function testSuites() {
  return runCommand('npx', ['vitest', 'run', '--project', 'suites'], { cwd: ROOT });
}

/** The browser tests that `npm test` leaves out. */
async function tryInBrowser() {
  await setUp();
  const built = await runScript('build:playground', { cwd: ROOT });
  if (built !== 0) return built;
  return runCommand('npx', ['playwright', 'test', '--grep', '@thorough'], { cwd: ROOT });
}

await startSuiteCommand('scripts/security/test-security.ts', 'testSecurity');
const suites = process.exitCode ?? 0;
// Arguments select single suites, without these tests.
if (process.argv.length === 2) {
  await runMain(async () => Math.max(suites, await testSuites(), await tryInBrowser()));
}
// Attacks that succeeded may leave timers running.
process.exit();
