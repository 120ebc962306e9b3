// `npm run test:security -- ARGS`: tries to get past what guards page and keys; `--help` says what ARGS may be.
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { startSuiteCommand } from './suites/start-suite-command.mjs';

/** The tests in a real browser that `npm test` leaves out because they take long. */
async function tryInBrowser() {
  await setUp();
  const built = await runScript('build:playground', { cwd: ROOT });
  if (built !== 0) return built;
  return runCommand('npx', ['playwright', 'test', '--grep', '@thorough'], { cwd: ROOT });
}

await startSuiteCommand('scripts/security/test-security.ts', 'testSecurity');
const suites = process.exitCode ?? 0;
// With arguments it is about single suites.
if (process.argv.length === 2) await runMain(async () => Math.max(suites, await tryInBrowser()));
// What got through may still be at work, with timers that nobody ends.
process.exit();
