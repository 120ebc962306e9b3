import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FAULT_KINDS } from '@/tests/chaos/cause-fault';
import { type ChaosStage, withChaosStage } from '@/tests/chaos/chaos-stage';
import { checkRound, type RoundFindings } from '@/tests/chaos/check-round';
import { type Cell, readFaultMatrix } from '@/tests/chaos/fault-matrix';
import { playRound, type Round } from '@/tests/chaos/play-round';
import { createSeededRandom } from '../bench/core/seeded-random';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';

/** Seeds of rounds are 31-bit integers: the command's seed and the numbers after it. */
const MAX_SEED = 2 ** 31 - 1_000_000;

const HELP = `Usage: npm run chaos -- [--rounds N] [--seed S] [--kinds KIND,KIND…]

Plays rounds in the real extension, each a task with one fault, and checks from outside that nothing is lost, nothing
happens twice, and the user can go on (docs/reliability.md).
There is: ${FAULT_KINDS.join(', ')}.`;

interface ChaosOptions {
  rounds: number;
  seed: number;
  kinds: readonly string[];
}

/** Sums over all rounds. */
interface Totals {
  operations: number;
  /** Numbers of killed workers, by the moment. */
  kills: Map<string, number>;
  resumed: number;
  faults: number;
  violations: number;
}

/** Runs `npm run chaos` with these arguments. Resolves with the exit code. Throws {@link UserError} for invalid arguments. */
export async function chaos(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) return 0;
  const cells = readFaultMatrix(readFileSync('docs/reliability.md', 'utf8'));
  const totals: Totals = { operations: 0, kills: new Map(), resumed: 0, faults: 0, violations: 0 };
  let index = 0;
  while (index < options.rounds) {
    await withChaosStage(async (stage) => {
      // What a violation leaves behind must not disturb the rounds after it: they have a new stage.
      for (let isSound = true; isSound && index < options.rounds; index += 1) {
        isSound = await play(stage, options, index, cells, totals);
      }
    });
  }
  return report(options, totals);
}

function readOptions(args: string[]): ChaosOptions | null {
  const text = { type: 'string' } as const;
  const given = parseCommandLine(args, HELP, { options: { rounds: text, seed: text, kinds: text } });
  if (given === null) return null;
  const { rounds, seed, kinds } = given.values;
  const wanted = kinds?.split(',') ?? FAULT_KINDS;
  const unknown = wanted.filter((kind) => !FAULT_KINDS.includes(kind));
  if (unknown.length > 0) throw new UserError(`There is no fault ${unknown.join(', ')}.\n\n${HELP}`);
  return {
    rounds: rounds === undefined ? 20 : wholeNumber('--rounds', rounds),
    seed: seed === undefined ? randomInt(MAX_SEED) : wholeNumber('--seed', seed),
    kinds: wanted,
  };
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED) return Number(text);
  throw new UserError(`${option} takes a whole number up to ${MAX_SEED}, not ${JSON.stringify(text)}.`);
}

/** Plays one round. Resolves with true if nothing was violated. */
async function play(
  stage: ChaosStage,
  { seed, kinds }: ChaosOptions,
  index: number,
  cells: readonly Cell[],
  totals: Totals,
): Promise<boolean> {
  const possible = cells.filter(({ kind, ends }) => kind !== null && kinds.includes(kind) && ends.length > 0);
  // A round's own seed alone decides it, so that it can be played again without those before it.
  const roundSeed = seed + index;
  const { cell, round } = chooseRound(roundSeed, possible);
  const where = `${round.moment}, panel ${round.isPanelClosed ? 'closed' : 'open'}`;
  const findings = await playAndCheck(stage, round, cell);
  const isBroken = findings.violations.length > 0;
  console.log(`${index + 1}. ${round.kind} (${where}): ${findings.state}${isBroken ? ', VIOLATED' : ''}`);
  for (const violation of findings.violations) console.log(`   ${violation}`);
  if (isBroken) {
    console.log(`   again: npm run chaos -- --rounds 1 --seed ${roundSeed} --kinds ${kinds.join(',')}`);
  }
  totals.operations += round.rules + 1;
  totals.faults += 1;
  totals.violations += findings.violations.length;
  if (findings.isResumed) totals.resumed += 1;
  if (round.kind === 'worker-killed') {
    totals.kills.set(round.moment, (totals.kills.get(round.moment) ?? 0) + 1);
  }
  return !isBroken;
}

async function playAndCheck(stage: ChaosStage, round: Round, cell: Cell): Promise<RoundFindings> {
  try {
    return await checkRound(stage, await playRound(stage, round), cell.ends);
  } catch (error) {
    return {
      state: 'uncertain',
      isResumed: false,
      violations: [`The round could not be played: ${firstLine(error)}`],
    };
  }
}

/** The rest of a driver's error is its log. */
const firstLine = (error: unknown) => String(error).split('\n', 1)[0];

function chooseRound(seed: number, cells: readonly Cell[]): { cell: Cell; round: Round } {
  const random = createSeededRandom(scattered(seed));
  const cell = cells[random(cells.length)];
  if (cell?.kind == null) throw new UserError('No fault can occur.');
  const rules = cell.moment === 'within a batch of writes' ? 3 + random(4) : 1;
  const round = {
    number: seed,
    kind: cell.kind,
    moment: cell.moment,
    isPanelClosed: cell.kind !== 'panel-closed' && random(2) === 1,
    rules,
    change: 1 + random(rules),
  };
  return { cell, round };
}

/** A number that is far from those of the neighbouring seeds, whose random numbers would be similar. */
function scattered(seed: number): number {
  const once = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  return Math.imul(once ^ (once >>> 16), 0x45d9f3b) >>> 4;
}

function report({ rounds, seed, kinds }: ChaosOptions, totals: Totals): number {
  const { operations, kills, resumed, faults, violations } = totals;
  const killed = [...kills.values()].reduce((sum, count) => sum + count, 0);
  const edges = [...kills].map(([moment, count]) => `${count} ${moment}`).join(', ');
  console.log(
    `seed ${seed}, rounds ${rounds}, operations ${operations}, kills ${killed}${edges && ` (${edges})`}, runs resumed ${resumed}, faults ${faults}, violations ${violations}`,
  );
  const killedWhileWorking = killed - (kills.get('idle') ?? 0) - (kills.get('awaiting approval') ?? 0);
  const isTooLittle = faults === 0 || (killedWhileWorking > 3 && resumed === 0);
  if (isTooLittle) console.log(`Too little happened with ${kinds.join(', ')}: nothing is proved.`);
  return violations === 0 && !isTooLittle ? 0 : 1;
}
