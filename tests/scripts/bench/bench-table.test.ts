import { expect, it } from 'vitest';
import { benchTable } from '@/scripts/bench/bench-table';

it('aligns figures in columns and lists the baselines below', () => {
  const text = benchTable([
    {
      what: 'a long name',
      against: 'a floor',
      unit: 'ms',
      measured: [12.3456],
      baseline: [10],
      goal: { kind: 'at-most', ratio: 3 },
      notes: ['Says more.'],
    },
    {
      what: 'short',
      against: 'all',
      unit: 'share',
      measured: [0.5],
      baseline: [1],
      goal: { kind: 'at-least', ratio: 0.9 },
      notes: [],
    },
    {
      what: 'big',
      against: 'nothing',
      unit: 'bytes',
      measured: [123_456.7],
      baseline: [0],
      goal: null,
      notes: [],
    },
  ]);
  expect(text.split('\n')).toEqual([
    'what             measured  baseline  ratio    goal  verdict',
    'a long name       12.3 ms     10 ms  1.23×    ≤ 3×  ok',
    'short                 0.5         1   0.5×  ≥ 0.9×  SHORT',
    'big          123457 bytes   0 bytes      –          no goal',
    '',
    'a long name: against a floor.',
    '  Says more.',
    'short: against all.',
    'big: against nothing.',
  ]);
});
