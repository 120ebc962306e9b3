import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { chosenBy } from '../chosen-by';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runBuild } from '../run-command.mjs';
import { setUp } from '../set-up.mjs';
import { type BenchRow, type BenchSuite, judgeRow } from './bench-row';
import { printBenchTable } from './bench-table';
import { bytesRows } from './bytes/bytes-rows';
import { contentRows } from './content/content-rows';
import { coreRows } from './core/core-rows';
import { filterPageSpeedRows } from './page/filter-page-speed';
import { answerDelayRows } from './panel/answer-delay';
import { openingRows } from './panel/opening-chats';
import { openingPanelRows } from './panel/opening-panel';
import { streamingRows } from './panel/streaming';
import { storeRows } from './store/store-rows';
import { workerRows } from './worker/worker-rows';

const RESULTS_FOLDER = 'bench-results';

/** The suites in execution order. */
const SUITES: readonly BenchSuite[] = [
  { name: 'bytes', needs: 'nothing', run: bytesRows },
  { name: 'core', needs: 'nothing', run: coreRows },
  { name: 'page', needs: 'playground', run: filterPageSpeedRows },
  {
    name: 'panel',
    needs: 'playground',
    run: async () => [...(await streamingRows()), ...(await openingRows()), ...(await answerDelayRows())],
  },
  {
    name: 'wire',
    needs: 'playground',
    // Its modules need a browser in memory when they are loaded.
    run: async () => (await import('./wire/wire-rows')).wireRows(),
  },
  { name: 'worker', needs: 'playground', run: workerRows },
  { name: 'content', needs: 'playground', run: contentRows },
  { name: 'opening', needs: 'playground', run: openingPanelRows },
  { name: 'store', needs: 'browser', run: storeRows },
];

const HELP = `Usage: npm run bench -- [--only SUITE]... [--strict]

Measures the product against its goals, each figure beside its baseline, and writes every sample to bench-results/.
With --strict a missed goal is an exit code of 1. Suites: ${SUITES.map(({ name }) => name).join(', ')}.`;

/**
 * Runs `npm run bench` with these arguments: prepares and runs the suites, prints their tables, and writes every sample
 * to a file. Resolves with the exit code.
 */
export async function bench(args: string[]): Promise<number> {
  const options = { only: { type: 'string', multiple: true }, strict: { type: 'boolean' } } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const suites = chosenBy(given.values.only, SUITES, 'suite');
  if (suites.some(({ needs }) => needs !== 'nothing')) await setUp();
  if (suites.some(({ needs }) => needs === 'playground')) await runBuild('build:playground', { cwd: '.' });
  const startedAt = new Date();
  const results: { name: string; rows: BenchRow[] }[] = [];
  for (const { name, run } of suites) {
    console.log(`\n── ${name}`);
    const rows = await run();
    results.push({ name, rows });
    printBenchTable(rows);
  }
  const verdicts = results.flatMap(({ rows }) => rows.map((row) => judgeRow(row).verdict));
  const reached = verdicts.filter((verdict) => verdict === 'ok').length;
  const goals = verdicts.filter((verdict) => verdict !== 'no goal').length;
  console.log(`\n${reached} of ${goals} goals reached. Samples: ${writeResults(startedAt, results)}`);
  return given.values.strict === true && reached < goals ? 1 : 0;
}

/**
 * Writes the results to a file and returns its path. The file describes the hardware of the machine but does not
 * identify the machine.
 */
function writeResults(startedAt: Date, results: readonly { name: string; rows: BenchRow[] }[]): string {
  const path = join(RESULTS_FOLDER, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
  const suites = results.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ measured, baseline, ...row }) => ({
      ...row,
      ...judgeRow({ ...row, measured, baseline }),
      samples: { measured, baseline },
    })),
  }));
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(path, `${JSON.stringify({ startedAt, machine: machineFacts(), suites }, null, 2)}\n`);
  return path;
}

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
