import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchRow, BenchSuite } from './bench-row';
import { benchTable } from './bench-table';
import { judgeRow } from './judge-row';
import { type BenchArguments, benchHelp } from './parse-bench-arguments';

const RESULTS_FOLDER = 'bench-results';

/** Runs the suites, prints their tables, writes every sample to a file, and resolves with the exit code. */
export async function runBench(
  suites: readonly BenchSuite[],
  { suites: wanted, isStrict, isHelp }: BenchArguments,
): Promise<number> {
  if (isHelp) {
    console.log(benchHelp(suites));
    return 0;
  }
  const startedAt = new Date();
  const results: { name: string; rows: BenchRow[] }[] = [];
  for (const { name, run } of suites.filter((suite) => wanted.includes(suite.name))) {
    console.log(`\n── ${name}`);
    const rows = await run();
    results.push({ name, rows });
    console.log(benchTable(rows));
  }
  const rows = results.flatMap((result) => result.rows);
  const short = rows.filter((row) => judgeRow(row).verdict === 'SHORT').length;
  const goals = rows.filter((row) => row.goal !== null).length;
  console.log(`\n${goals - short} of ${goals} goals reached. Samples: ${writeResults(startedAt, results)}`);
  return isStrict && short > 0 ? 1 : 0;
}

/** Returns the file's path. The file describes the machine's hardware, but doesn't identify the machine. */
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
