// `npm run test:security -- ARGS`: attacks the protections of page and keys; see `--help` for ARGS.
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { runTypeScript } from './run-typescript.mjs';
import { runPlaywright } from './set-up.mjs';

await runTypeScript('scripts/suites/test-security.ts', 'testSecurity');
const suites = Number(process.exitCode ?? 0);
// Arguments select single suites; the other tests then do not run.
if (process.argv.length === 2) {
  await runMain(async () =>
    Math.max(
      suites,
      // The tests of the suites themselves, and the browser tests, that `npm test` leaves out.
      await runCommand('npx', ['vitest', 'run', '--project', 'suites']),
      await runPlaywright(['--project=chromium', '--grep', '@thorough']),
    ),
  );
}
// Successful attacks may leave timers running, which would keep the process alive.
process.exit();
