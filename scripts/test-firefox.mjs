// `npm run test:firefox -- ARGS`: prepares this machine, builds, and runs all stories of tests/e2e in a real Firefox. Passes ARGS to
// Playwright, for example `--grep @main`.
import { runMain } from './run-main.mjs';
import { runPlaywright } from './set-up.mjs';

await runMain(() => runPlaywright(['--project=firefox', ...process.argv.slice(2)], {}, 'firefox'));
