import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { killMatrix } from './mutation/kill-matrix.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/**
 * Folders that are mutated, each tested with its own tests only, which is far faster than with all tests of the core.
 */
const ROOMS = ['tools', 'checkpoints', 'loop', 'policy'];

/**
 * `npm run mutation [-- --room tools] [ARGS]`: runs Stryker with ARGS for each folder. With `--matrix tools` in place of `--room tools`,
 * every test of the folder runs for each mutant that it reaches, and those that add nothing are listed; with `--sample 120 --seed 7` beside
 * it, they run on 120 random mutants, and all others count as reached only.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  const room = takeRoom(args, '--room');
  const matrix = takeRoom(args, '--matrix');
  const sample = matrix === null ? null : takeNumber(args, '--sample');
  const seed = sample === null ? null : takeNumber(args, '--seed');
  await setUp(null);
  if (matrix !== null) return printMatrix(matrix, { sample, seed }, args);
  let worst = 0;
  for (const MUTATION_ROOM of room === null ? ROOMS : [room]) {
    const exitCode = await runCommand('npx', ['stryker', 'run', ...args], { env: { MUTATION_ROOM } });
    worst = Math.max(worst, exitCode);
  }
  return worst;
});

/**
 * Takes an option that names a room, and its value, out of the arguments; null without it.
 *
 * @param {string[]} args
 * @param {string} option
 */
function takeRoom(args, option) {
  const at = args.indexOf(option);
  if (at < 0) return null;
  const [, room = ''] = args.splice(at, 2);
  if (!ROOMS.includes(room)) throw new UserError(`${option} takes one of ${ROOMS.join(', ')}.`);
  return room;
}

/**
 * Takes an option with a positive number out of the arguments; null without it.
 *
 * @param {string[]} args
 * @param {string} option
 */
function takeNumber(args, option) {
  const at = args.indexOf(option);
  if (at < 0) return null;
  const [, number = ''] = args.splice(at, 2);
  if (!/^[1-9]\d*$/.test(number)) throw new UserError(`${option} takes a positive number.`);
  return number;
}

/**
 * @param {string} room
 * @param {{ sample: string | null, seed: string | null }} chosen
 * @param {readonly string[]} args
 */
async function printMatrix(room, { sample, seed }, args) {
  const env = {
    MUTATION_ROOM: room,
    MUTATION_MATRIX: '1',
    ...(sample !== null && { MUTATION_SAMPLE: sample }),
    ...(seed !== null && { MUTATION_SEED: seed }),
  };
  const exitCode = await runCommand('npx', ['stryker', 'run', ...args], { env });
  if (exitCode !== 0) return exitCode;
  const report = JSON.parse(readFileSync(join(ROOT, `mutation-report/${room}.matrix.json`), 'utf8'));
  const { mutants, rows } = killMatrix(report);
  for (const { file, cases, removable } of rows) {
    console.log(`\n${file}: ${removable.length} of ${cases} cases add nothing`);
    for (const name of removable) console.log(`  ${name}`);
  }
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  const removable = rows.reduce((sum, row) => sum + row.removable.length, 0);
  const tried = sample === null ? '' : `, ${sample} of them tried (seed ${seed ?? '1'})`; // 1 as in sample-mutants.mjs.
  console.log(`\n${room}: ${mutants} mutants${tried}; ${removable} of ${cases} cases add nothing.`);
  return 0;
}
