import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from './load-typescript.mjs';
import { mutationSummary, mutationText } from './mutation/mutation-summary.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

/** Each folder is tested with its own tests only: far faster than all tests of the core. */
const ROOMS = ['tools', 'checkpoints', 'loop', 'policy'];

/**
 * `npm run mutation [-- --room tools] [ARGS]`: runs Stryker with ARGS, folder by folder, and prints a
 * summary.
 */
async function main() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--room');
  const wanted = at < 0 ? ROOMS : args.splice(at, 2).slice(1);
  if (wanted.length === 0 || wanted.some((room) => !ROOMS.includes(room))) {
    console.error(`--room takes one of ${ROOMS.join(', ')}.`);
    return 2;
  }
  await prepareCheckout();
  const files = {};
  let worst = 0;
  for (const room of wanted) {
    const report = join(ROOT, 'mutation-report', `${room}.json`);
    // Removes the report of an earlier run, so that it can't be mistaken for this run's.
    rmSync(report, { force: true });
    const env = { MUTATION_ROOM: room };
    worst = Math.max(worst, await runCommand('npx', ['stryker', 'run', ...args], { cwd: ROOT, env }));
    if (existsSync(report)) Object.assign(files, JSON.parse(readFileSync(report, 'utf8')).files);
  }
  console.log(mutationText(mutationSummary({ files })));
  return worst;
}

await runMain(main);
