import { describe, expect, it } from 'vitest';
import type { BenchSuite } from '@/scripts/bench/bench-row';
import { parseBenchArguments } from '@/scripts/bench/parse-bench-arguments';

const known: BenchSuite[] = ['core', 'page', 'panel'].map((name) => ({ name, run: async () => [] }));

describe('the arguments of npm run bench', () => {
  it.each([
    [[], { suites: ['core', 'page', 'panel'], isStrict: false, isHelp: false }],
    [['--only', 'page'], { suites: ['page'], isStrict: false, isHelp: false }],
    [['--only', 'panel', '--only', 'core'], { suites: ['core', 'panel'], isStrict: false, isHelp: false }],
    [['--strict', '-h'], { suites: ['core', 'page', 'panel'], isStrict: true, isHelp: true }],
  ])('%j are accepted', (args, expected) => {
    expect(parseBenchArguments(args, known)).toEqual(expected);
  });

  it('with an unknown suite are rejected with the list of suites', () => {
    expect(() => parseBenchArguments(['--only', 'cor'], known)).toThrow(
      'There is no suite cor. There is: core, page, panel.',
    );
  });

  it('that are unknown are rejected with the usage', () => {
    expect(() => parseBenchArguments(['--fast'], known)).toThrow(
      /Unknown option '--fast'.*Usage: npm run bench/s,
    );
  });
});
