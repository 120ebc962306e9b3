// `npm run test:e2e -- ARGS`: prepares this machine, builds, and runs all stories of tests/e2e in Chromium. Passes ARGS to Playwright, for
// example `--grep @main`.
import { runMain } from './run-main.mjs';
import { runPlaywright } from './set-up.mjs';

await runMain(() => runPlaywright(['--project=chromium', ...process.argv.slice(2)]));
