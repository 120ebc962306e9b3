import { describe, expect, it } from 'vitest';
import { FUZZ_SUITES } from '@/scripts/fuzz/fuzz-suite';
import { parseFuzzArguments } from '@/scripts/fuzz/parse-fuzz-arguments';

const none = {
  suites: ['loop', 'streams', 'deltas', 'filter'],
  runs: null,
  seed: null,
  path: null,
  isHelp: false,
};

describe('the arguments of npm run fuzz', () => {
  it.each([
    [[], none],
    [['--runs', '100000'], { ...none, runs: 100_000 }],
    [['--seed', '-12'], { ...none, seed: -12 }],
    [['--seed=-12', '--runs', '1'], { ...none, seed: -12, runs: 1 }],
    [['--only', 'deltas', '--only', 'loop'], { ...none, suites: ['loop', 'deltas'] }],
    [
      ['--only', 'loop', '--seed', '7', '--path', '3:0:1'],
      { ...none, suites: ['loop'], seed: 7, path: '3:0:1' },
    ],
    [['--help'], { ...none, isHelp: true }],
  ])('%j are understood', (args, expected) => {
    expect(parseFuzzArguments(args, FUZZ_SUITES)).toEqual(expected);
  });

  it.each([
    [['--only', 'x'], 'There is no suite x. There is: loop, streams, deltas, filter.'],
    [['--runs', '0'], '--runs takes a whole number from 1'],
    [['--runs', '1.5'], 'not "1.5"'],
    [['--seed', 'now'], '--seed takes a whole number from -2147483648 to 2147483647, not "now"'],
    [['--seed', '2147483648'], 'not "2147483648"'],
    [['--path', '1', '--only', 'loop'], 'say --only and --seed as well'],
    [['--path', '1', '--seed', '1'], 'say --only and --seed as well'],
    [['--path', '1;2', '--seed', '1', '--only', 'loop'], 'numbers with colons between them, not "1;2"'],
    [['--fast'], 'Usage: npm run fuzz'],
  ])('%j are refused: %s', (args, message) => {
    expect(() => parseFuzzArguments(args, FUZZ_SUITES)).toThrow(message);
  });
});
