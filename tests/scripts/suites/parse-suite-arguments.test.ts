import { describe, expect, it } from 'vitest';
import { FUZZ_COMMAND } from '@/scripts/suites/fuzz';
import { parseSuiteArguments } from '@/scripts/suites/run-suites';
import { SECURITY_COMMAND } from '@/scripts/suites/test-security';

const none = {
  suites: ['loop', 'sites', 'streams', 'deltas', 'filter', 'dry-run'],
  runs: undefined,
  seed: expect.any(Number),
  path: undefined,
};

describe('the arguments of a command that runs suites', () => {
  it.each([
    [[], none],
    [['--runs', '100000'], { ...none, runs: 100_000 }],
    [['--seed', '12', '--runs', '1'], { ...none, seed: 12, runs: 1 }],
    [['--only', 'deltas', '--only', 'loop'], { ...none, suites: ['loop', 'deltas'] }],
    [
      ['--only', 'loop', '--seed', '7', '--path', '3:0:1'],
      { ...none, suites: ['loop'], seed: 7, path: '3:0:1' },
    ],
  ])('%j are accepted', (args, expected) => {
    const wanted = parseSuiteArguments(args, FUZZ_COMMAND);
    expect({ ...wanted, suites: wanted?.suites.map(({ name }) => name) }).toEqual(expected);
  });

  it.each([
    [['--only', 'x'], 'There is no suite x. There is: loop, sites, streams, deltas, filter, dry-run.'],
    [['--runs', '0'], '--runs takes a whole number from 1'],
    [['--runs', '1.5'], 'not "1.5"'],
    [['--seed', 'now'], '--seed takes a whole number from 0 to 2147483647, not "now"'],
    [['--seed', '2147483648'], 'not "2147483648"'],
    [['--path', '1', '--only', 'loop'], 'say --only and --seed as well'],
    [['--path', '1', '--seed', '1'], 'say --only and --seed as well'],
    [['--fast'], 'Usage: npm run fuzz'],
  ])('%j are refused: %s', (args, message) => {
    expect(() => parseSuiteArguments(args, FUZZ_COMMAND)).toThrow(message);
  });

  it.each([
    [['--only', 'x'], 'There is no kind x.'],
    [['--only', 'paths', '--seed', '1', '--path', '1'], "Unknown option '--path'"],
    [['--fast'], 'Usage: npm run test:security -- [--only KIND]... [--runs N] [--seed S]\n'],
  ])('%j are refused if paths are not supported: %s', (args, message) => {
    expect(() => parseSuiteArguments(args, SECURITY_COMMAND)).toThrow(message);
  });
});
