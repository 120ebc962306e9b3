import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from './load-typescript.mjs';
import { mutationSummary, mutationText } from './mutation/mutation-summary.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

const REPORT = join(ROOT, 'mutation-report', 'mutation.json');

/** `npm run mutation -- ARGS`: Stryker with ARGS, and what it found in short. */
async function main() {
  await prepareCheckout();
  // What an earlier run found must not pass for what this one did.
  rmSync(REPORT, { force: true });
  const exitCode = await runCommand('npx', ['stryker', 'run', ...process.argv.slice(2)], { cwd: ROOT });
  if (existsSync(REPORT))
    console.log(mutationText(mutationSummary(JSON.parse(readFileSync(REPORT, 'utf8')))));
  return exitCode;
}

await runMain(main);
