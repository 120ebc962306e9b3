import { describe, expect, it } from 'vitest';
import { parseSuiteArguments } from '@/scripts/suites/parse-suite-arguments';
import { type LoadModule, runSuites } from '@/scripts/suites/run-suites';
import type { SuiteCommand, SuiteOptions, SuiteReport } from '@/scripts/suites/suite';

const command: SuiteCommand = {
  script: 'fuzz',
  about: 'Tries.',
  noun: 'suite',
  failed: 'failed',
  takesPath: true,
  suites: [
    { name: 'one', file: 'one.ts', exportName: 'fuzzOne', runs: 10 },
    { name: 'two', file: 'two.ts', exportName: 'fuzzTwo', runs: 20 },
  ],
};

async function run(args: string[], modules: Record<string, Record<string, unknown>>) {
  const lines: string[] = [];
  const load: LoadModule = async (path) => modules[path] ?? null;
  const deps = { load, print: (line: string) => void lines.push(line), anySeed: () => 42 };
  const exitCode = await runSuites(command, parseSuiteArguments(args, command), deps);
  return { exitCode, lines: lines.map((line) => line.replace(/\d+\.\d s/, '0.0 s')) };
}

/** A suite that records its options. */
function suite(report: SuiteReport) {
  const asked: SuiteOptions[] = [];
  return {
    asked,
    run: async (options: SuiteOptions) => {
      asked.push(options);
      return report;
    },
  };
}

describe('running suites', () => {
  it('runs each suite’s default number of cases with one seed, and prints it', async () => {
    const one = suite({ cases: 10, failures: [] });
    const two = suite({ cases: 20, failures: [] });
    const result = await run([], { 'one.ts': { fuzzOne: one.run }, 'two.ts': { fuzzTwo: two.run } });
    expect(result).toEqual({
      exitCode: 0,
      lines: [
        'seed 42',
        'one: 10 cases tried, 0 failed (0.0 s)',
        'two: 20 cases tried, 0 failed (0.0 s)',
        'total: 30 cases tried, 0 failed',
      ],
    });
    expect(one.asked).toEqual([{ runs: 10, seed: 42 }]);
    expect(two.asked).toEqual([{ runs: 20, seed: 42 }]);
  });

  it('prints how to reproduce a failure, and fails', async () => {
    const one = suite({ cases: 3, failures: [{ message: 'lost\na message', seed: -7, path: '2:0' }] });
    const result = await run(['--only', 'one', '--runs', '5', '--seed=-7'], {
      'one.ts': { fuzzOne: one.run },
    });
    expect(result).toEqual({
      exitCode: 1,
      lines: [
        'seed -7',
        'one: 3 cases tried, 1 failed (0.0 s)',
        '  lost\n    a message\n  again: npm run fuzz -- --only one --runs 5 --seed -7 --path 2:0',
      ],
    });
  });

  it('omits the path if a failure has none', async () => {
    const one = suite({ cases: 3, failures: [{ message: 'lost', seed: 9 }] });
    const { lines } = await run(['--only', 'one'], { 'one.ts': { fuzzOne: one.run } });
    expect(lines[2]).toBe('  lost\n  again: npm run fuzz -- --only one --runs 10 --seed 9');
  });

  it('passes on the path of a single case', async () => {
    const one = suite({ cases: 1, failures: [] });
    await run(['--only', 'one', '--seed', '1', '--path', '2:0'], { 'one.ts': { fuzzOne: one.run } });
    expect(one.asked).toEqual([{ runs: 10, seed: 1, path: '2:0' }]);
  });

  it('fails if a suite is missing, and runs the others', async () => {
    const two = suite({ cases: 20, failures: [] });
    expect(await run([], { 'two.ts': { fuzzTwo: two.run } })).toEqual({
      exitCode: 1,
      lines: [
        'seed 42',
        'one: could not be run, there is no one.ts',
        'two: 20 cases tried, 0 failed (0.0 s)',
        'total: 20 cases tried, 0 failed',
      ],
    });
  });

  it('fails if a module lacks the suite', async () => {
    const { exitCode, lines } = await run(['--only', 'one'], { 'one.ts': {} });
    expect(exitCode).toBe(1);
    expect(lines[1]).toBe('one: could not be run, there is no fuzzOne in one.ts');
  });

  it('fails if no case was run', async () => {
    const one = suite({ cases: 0, failures: [] });
    expect((await run(['--only', 'one'], { 'one.ts': { fuzzOne: one.run } })).exitCode).toBe(1);
  });
});
