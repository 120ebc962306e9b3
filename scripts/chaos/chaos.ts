import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FAULT_KINDS } from '@/tests/chaos/cause-fault';
import { CHANNEL_FAULT_KINDS } from '@/tests/chaos/channels/channel-faults';
import { readChannelFaults } from '@/tests/chaos/channels/play-channel-round';
import { playChannelRounds } from '@/tests/chaos/channels/play-channel-rounds';
import { withChaosStage } from '@/tests/chaos/chaos-stage';
import { readFaultMatrix } from '@/tests/chaos/fault-matrix';
import { type ChaosOptions, isTooLittle, noTotals, playRounds, summary } from '@/tests/chaos/play-rounds';
import { playSitesRounds } from '@/tests/chaos/sites/play-sites-rounds';
import { SITE_FAULT_KINDS } from '@/tests/chaos/sites/site-faults';
import { productNamed } from '@/tests/drive/products';
import { wholeNumber } from '../chosen-by';
import { BROWSERS, setUpBrowser } from '../given-browser';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';

/** Seeds of rounds are 31-bit integers: the command's seed and the numbers after it. */
const MAX_SEED = 2 ** 31 - 1_000_000;

const PAGES = ['model-filter', 'new-api', 'several-sites'] as const;

/** The faults that can occur beside each page. */
const KINDS: Readonly<Record<(typeof PAGES)[number], readonly string[]>> = {
  'model-filter': FAULT_KINDS,
  'new-api': CHANNEL_FAULT_KINDS,
  'several-sites': SITE_FAULT_KINDS,
};

const HELP = `Usage: npm run chaos -- [--page PAGE] [--rounds N] [--seed S] [--kinds KIND,KIND…] [--browser ${BROWSERS.join('|')}]

Plays rounds in the real extension, each a task with one fault, and checks from outside that nothing is lost, nothing
happens twice, and the user can go on (docs/reliability.md). Without --browser the browser is ${BROWSERS[0]}, without --page
the page is ${PAGES[0]}.
${Object.entries(KINDS)
  .map(([page, kinds]) => `Faults beside ${page}: ${kinds.join(', ')}.`)
  .join('\n')}`;

/** Runs `npm run chaos` with these arguments. Resolves with the exit code. Throws {@link UserError} for invalid arguments. */
export async function chaos(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const given = parseCommandLine(args, HELP, {
    options: { page: text, rounds: text, seed: text, kinds: text, browser: text },
  });
  if (given === null) return 0;
  const { page: named = PAGES[0], rounds, seed, kinds, browser } = given.values;
  const page = PAGES.find((one) => one === named);
  if (page === undefined) throw new UserError(`There is no page ${named}.\n\n${HELP}`);
  const wanted = kinds?.split(',') ?? KINDS[page];
  const unknown = wanted.filter((kind) => !KINDS[page].includes(kind));
  if (unknown.length > 0)
    throw new UserError(`There is no fault ${unknown.join(', ')} beside ${page}.\n\n${HELP}`);
  const options: ChaosOptions = {
    rounds: rounds === undefined ? 20 : wholeNumber('--rounds', rounds, 0, MAX_SEED),
    seed: seed === undefined ? randomInt(MAX_SEED) : wholeNumber('--seed', seed, 0, MAX_SEED),
    kinds: wanted,
    browser: await setUpBrowser(browser, HELP),
  };
  const document = readFileSync('docs/reliability.md', 'utf8');
  const totals = noTotals();
  const product = productNamed(options.browser);
  if (page === 'new-api') {
    await playChannelRounds(product, options, readChannelFaults(document), totals, console.log);
  } else if (page === 'several-sites') {
    await playSitesRounds(product, options, totals, console.log);
  } else {
    const cells = readFaultMatrix(document);
    while (totals.rounds < options.rounds) {
      await withChaosStage(product, (stage) => playRounds(stage, options, cells, totals, console.log));
    }
  }
  console.log(summary(options, totals));
  if (isTooLittle(totals)) {
    console.log(`Too little happened with ${wanted.join(', ')}: nothing is proved.`);
  }
  return totals.violations.length === 0 && !isTooLittle(totals) ? 0 : 1;
}
