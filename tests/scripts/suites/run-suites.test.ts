import { describe, expect, it } from 'vitest';
import { runSuites } from '@/scripts/suites/run-suites';
import type { SuiteCommand, SuiteOptions, SuiteReport } from '@/scripts/suites/suite';

type Run = (options: SuiteOptions) => Promise<SuiteReport>;

const none: Run = async () => ({ cases: 0, failures: [] });

async function run(args: string[], one: Run, two: Run = none) {
  const command: SuiteCommand = {
    script: 'fuzz',
    about: 'Tries.',
    noun: 'suite',
    failed: 'failed',
    takesPath: true,
    suites: [
      { name: 'one', runs: 10, load: async () => one },
      { name: 'two', runs: 20, load: async () => two },
    ],
  };
  const lines: string[] = [];
  const exitCode = await runSuites(command, args, (line) => void lines.push(line));
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
    const result = await run(['--seed', '42'], one.run, two.run);
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
    const one = suite({ cases: 3, failures: [{ message: 'lost\na message', seed: 7, path: '2:0' }] });
    const result = await run(['--only', 'one', '--runs', '5', '--seed=7'], one.run);
    expect(result).toEqual({
      exitCode: 1,
      lines: [
        'seed 7',
        'one: 3 cases tried, 1 failed (0.0 s)',
        '  lost\n    a message\n  again: npm run fuzz -- --only one --runs 5 --seed 7 --path 2:0',
      ],
    });
  });

  it('omits the path if a failure has none', async () => {
    const one = suite({ cases: 3, failures: [{ message: 'lost', seed: 9 }] });
    const { lines } = await run(['--only', 'one'], one.run);
    expect(lines[2]).toBe('  lost\n  again: npm run fuzz -- --only one --runs 10 --seed 9');
  });

  it('passes on the path of a single case', async () => {
    const one = suite({ cases: 1, failures: [] });
    await run(['--only', 'one', '--seed', '1', '--path', '2:0'], one.run);
    expect(one.asked).toEqual([{ runs: 10, seed: 1, path: '2:0' }]);
  });

  it('prints a suite that throws as a failure, and goes on with the next', async () => {
    const two = suite({ cases: 20, failures: [] });
    const { exitCode, lines } = await run(['--seed', '3'], () => Promise.reject(new Error('slow')), two.run);
    expect(exitCode).toBe(1);
    expect(lines[1]).toBe('one: 0 cases tried, 1 failed (0.0 s)');
    expect(lines[2]).toContain('it threw: Error: slow');
    expect(two.asked).toHaveLength(1);
  });

  it('fails if no case was run', async () => {
    const one = suite({ cases: 0, failures: [] });
    expect((await run(['--only', 'one'], one.run)).exitCode).toBe(1);
  });
});
