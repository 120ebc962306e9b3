// First: the measured modules of the extension read the browser's API and IndexedDB while they are loaded.
import '@/tests/world/before-all';
import { Console } from 'node:console';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants, cpus } from 'node:os';
import { join } from 'node:path';
import { chosenBy } from '../chosen-by';
import { parseCommandLine } from '../parse-command-line.mjs';
import { setUp } from '../set-up.mjs';
import { type BenchRow, judgeRow, printBenchTable } from './bench-row';
import { bytesRows } from './bytes/entry-bytes';
import { contentRows } from './content/content-rows';
import { manyChannelsSpeedRows } from './core/many-channels-speed';
import { rollbackSpeedRows } from './core/rollback-speed';
import { checkpointSizeRows, contextSizeRows } from './core/sizes';
import { contextSpeedRows, inputSpeedRows } from './core/speeds';
import { costRows } from './cost/cost-rows';
import { memoryRows } from './growth/memory-growth';
import { pageGrowthRows } from './growth/page-growth';
import { filterPageSpeedRows } from './page/filter-page-speed';
import { answerDelayRows } from './panel/answer-delay';
import { openingRows } from './panel/opening-chats';
import { openingPanelRows } from './panel/opening-panel';
import { streamingRows } from './panel/streaming';
import { storeGrowthRows, storeRows } from './store/store-rows';
import { workerRows } from './worker/worker-rows';

const RESULTS_FOLDER = 'bench-results';

/** Rows that a single name selects. */
interface BenchSuite {
  name: string;
  /** Preparation that the suite needs: nothing, a browser, or also the builds of extension and playground. */
  needs: 'nothing' | 'browser' | 'playground';
  /** Run one after the other. */
  parts: readonly (() => BenchRow[] | Promise<BenchRow[]>)[];
}

/** The suites in execution order. */
const SUITES: readonly BenchSuite[] = [
  { name: 'bytes', needs: 'nothing', parts: [bytesRows] },
  {
    name: 'core',
    needs: 'nothing',
    parts: [
      contextSpeedRows,
      inputSpeedRows,
      manyChannelsSpeedRows,
      contextSizeRows,
      rollbackSpeedRows,
      checkpointSizeRows,
    ],
  },
  { name: 'cost', needs: 'nothing', parts: [costRows] },
  { name: 'page', needs: 'playground', parts: [filterPageSpeedRows] },
  { name: 'panel', needs: 'playground', parts: [streamingRows, openingRows, answerDelayRows] },
  // Loaded late, since its modules replace the database of the process.
  { name: 'wire', needs: 'playground', parts: [async () => (await import('./wire/wire-rows')).wireRows()] },
  { name: 'worker', needs: 'playground', parts: [workerRows] },
  { name: 'content', needs: 'playground', parts: [contentRows] },
  { name: 'opening', needs: 'playground', parts: [openingPanelRows] },
  { name: 'store', needs: 'browser', parts: [storeRows] },
  { name: 'growth', needs: 'playground', parts: [pageGrowthRows, storeGrowthRows, memoryRows] },
];

const HELP = `Usage: npm run bench -- [--only SUITE]... [--strict] [--json]

Measures the product against its goals, each figure beside its baseline, and writes every sample to bench-results/.
docs/performance.md describes how to read the figures. With --strict a missed goal is an exit code of 1. With --json
standard output has the results as JSON, and all else goes to standard error.
Suites: ${SUITES.map(({ name }) => name).join(', ')}.`;

/**
 * Runs `npm run bench` with these arguments: prepares and runs the suites, prints their tables, and writes every sample
 * to a file. Resolves with the exit code.
 */
export async function bench(args: string[]): Promise<number> {
  const isSwitch = { type: 'boolean', default: false } as const;
  const options = { only: { type: 'string', multiple: true }, strict: isSwitch, json: isSwitch } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const { only, strict, json } = given.values;
  if (json) globalThis.console = new Console(process.stderr);
  const chosen = chosenBy(only, SUITES, 'suite');
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
    for (const part of parts) rows.push(...(await part()));
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
