import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FAULT_KINDS } from '@/tests/chaos/cause-fault';
import { withChaosStage } from '@/tests/chaos/chaos-stage';
import { readFaultMatrix } from '@/tests/chaos/fault-matrix';
import { type ChaosOptions, isTooLittle, noTotals, playRounds, summary } from '@/tests/chaos/play-rounds';
import { productNamed } from '@/tests/drive/products';
import { wholeNumber } from '../chosen-by';
import { BROWSERS, setUpBrowser } from '../given-browser';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';

/** Seeds of rounds are 31-bit integers: the command's seed and the numbers after it. */
const MAX_SEED = 2 ** 31 - 1_000_000;

const HELP = `Usage: npm run chaos -- [--rounds N] [--seed S] [--kinds KIND,KIND…] [--browser ${BROWSERS.join('|')}]

Plays rounds in the real extension, each a task with one fault, and checks from outside that nothing is lost, nothing
happens twice, and the user can go on (docs/reliability.md). Without --browser the browser is ${BROWSERS[0]}.
There is: ${FAULT_KINDS.join(', ')}.`;

/** Runs `npm run chaos` with these arguments. Resolves with the exit code. Throws {@link UserError} for invalid arguments. */
export async function chaos(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const given = parseCommandLine(args, HELP, {
    options: { rounds: text, seed: text, kinds: text, browser: text },
  });
  if (given === null) return 0;
  const { rounds, seed, kinds, browser } = given.values;
  const wanted = kinds?.split(',') ?? FAULT_KINDS;
  const unknown = wanted.filter((kind) => !FAULT_KINDS.includes(kind));
  if (unknown.length > 0) throw new UserError(`There is no fault ${unknown.join(', ')}.\n\n${HELP}`);
  const options: ChaosOptions = {
    rounds: rounds === undefined ? 20 : wholeNumber('--rounds', rounds, 0, MAX_SEED),
    seed: seed === undefined ? randomInt(MAX_SEED) : wholeNumber('--seed', seed, 0, MAX_SEED),
    kinds: wanted,
    browser: await setUpBrowser(browser, HELP),
  };
  const cells = readFaultMatrix(readFileSync('docs/reliability.md', 'utf8'));
  const totals = noTotals();
  const product = productNamed(options.browser);
  while (totals.rounds < options.rounds) {
    await withChaosStage(product, (stage) => playRounds(stage, options, cells, totals, console.log));
  }
  console.log(summary(options, totals));
  if (isTooLittle(totals)) {
    console.log(`Too little happened with ${wanted.join(', ')}: nothing is proved.`);
  }
  return totals.violations.length === 0 && !isTooLittle(totals) ? 0 : 1;
}
