// First: the measured modules of the extension read the browser's API and IndexedDB while they are loaded.
import '@/tests/world/before-all';
import { Console } from 'node:console';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants, cpus } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine } from '../parse-command-line.mjs';
import { setUp } from '../set-up.mjs';
import { UserError } from '../user-error.mjs';
import { benchAgainst } from './against';
import { type BenchRow, judgeRow, printBenchTable } from './bench-row';
import { limitRounds } from './rounds';
import { chosenSuites, SUITE_NAMES, SUITES } from './suites';

const RESULTS_FOLDER = 'bench-results';

const HELP = `Usage: npm run bench -- [--only SUITE]... [--rounds N] [--strict] [--json]
       npm run bench -- --against COMMIT [--only SUITE]... [--rounds N] [--json]

Measures the product against its goals, each figure beside its baseline, and writes every sample to bench-results/.
docs/performance.md describes how to read the figures.

  --only SUITE      only this suite, or a part of it as SUITE/PART
  --rounds N        at most N rounds of each row, or N% of its own: a quick look, with rough figures
  --strict          a missed goal is an exit code of 1
  --json            standard output has the results as JSON, and all else goes to standard error
  --against COMMIT  builds that commit in a temporary folder, measures both in turn, and compares their figures

Suites: ${SUITE_NAMES.join(', ')}.`;

/**
 * Runs `npm run bench` with these arguments: prepares and runs the suites, prints their tables, and writes every sample
 * to a file. Resolves with the exit code.
 */
export async function bench(args: string[]): Promise<number> {
  const isSwitch = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = {
    only: { type: 'string', multiple: true },
    rounds: text,
    against: text,
    strict: isSwitch,
    json: isSwitch,
  } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const { only, rounds, against, strict, json } = given.values;
  if (json) globalThis.console = new Console(process.stderr);
  if (rounds !== undefined) limitRounds(rounds);
  const chosen = chosenSuites(only, SUITES);
  if (against !== undefined) {
    if (strict)
      throw new UserError('--strict is about goals, and --against compares with a commit: choose one.');
    return benchAgainst(against, chosen, { rounds: rounds ?? null, json });
  }
  const needed = chosen.map(({ needs }) => needs);
  if (needed.includes('playground')) await setUp('browser', ['build:playground']);
  else if (needed.includes('browser')) await setUp();
  endOnSignals();
  const startedAt = new Date();
  const suites: { name: string; rows: object[] }[] = [];
  const verdicts: string[] = [];
  for (const { name, parts } of chosen) {
    console.log(`\n── ${name}`);
    const rows: BenchRow[] = [];
    for (const part of Object.values(parts)) rows.push(...(await part()));
    printBenchTable(rows);
    verdicts.push(...rows.map((row) => judgeRow(row).verdict));
    const judged = rows.map(({ measured, baseline, ...row }) => ({
      ...row,
      ...judgeRow({ ...row, measured, baseline }),
      samples: { measured, baseline },
    }));
    suites.push({ name, rows: judged });
  }
  const results = `${JSON.stringify({ startedAt, machine: machineFacts(), suites }, null, 2)}\n`;
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const path = join(RESULTS_FOLDER, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(path, results);
  const reached = verdicts.filter((verdict) => verdict === 'ok').length;
  const missed = verdicts.filter((verdict) => verdict === 'SHORT').length;
  console.log(`\n${reached} of ${reached + missed} goals reached. Samples: ${path}`);
  if (json) process.stdout.write(results);
  return strict && missed > 0 ? 1 : 0;
}

/**
 * Makes a signal end this process by its exit handlers, which end the browsers and remove their folders. An error in a suite ends
 * it the same way.
 */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** The hardware and versions of the machine, which don't identify it. */
function machineFacts() {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    node: process.versions.node,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
  };
}
