import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/**
 * Folders that are mutated, each tested with its own tests only, which is far faster than with all tests of the core.
 */
const ROOMS = ['tools', 'checkpoints', 'loop', 'policy'];

/** `npm run mutation [-- --room tools] [ARGS]`: runs Stryker with ARGS for each folder. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--room');
  const wanted = at < 0 ? ROOMS : args.splice(at, 2).slice(1);
  if (wanted.length === 0 || wanted.some((room) => !ROOMS.includes(room))) {
    throw new UserError(`--room takes one of ${ROOMS.join(', ')}.`);
  }
  await setUp(null);
  let worst = 0;
  for (const MUTATION_ROOM of wanted) {
    const exitCode = await runCommand('npx', ['stryker', 'run', ...args], { env: { MUTATION_ROOM } });
    worst = Math.max(worst, exitCode);
  }
  return worst;
});
