// `npm run test:security -- ARGS`: attacks the protections of page and keys; see `--help` for ARGS.
import { runPlaywright } from './load-with-builds.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { runTypeScript } from './run-typescript.mjs';
import { ROOT } from './set-up.mjs';

/** Runs the tests of the suites themselves, which `npm test` leaves out. */
function testSuites() {
  return runCommand('npx', ['vitest', 'run', '--project', 'suites'], { cwd: ROOT });
}

await runTypeScript('scripts/suites/test-security.ts', 'testSecurity');
const suites = process.exitCode ?? 0;
// Arguments select single suites; the other tests then do not run.
if (process.argv.length === 2) {
  await runMain(async () =>
    // The browser tests that `npm test` leaves out.
    Math.max(
      suites,
      await testSuites(),
      await runPlaywright(['--project=chromium', '--grep', '@thorough'], {}),
    ),
  );
}
// Successful attacks may leave timers running, which would keep the process alive.
process.exit();
