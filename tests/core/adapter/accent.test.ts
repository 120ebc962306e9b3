import { expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { accentProblems, contrastOf } from '@/src/core/adapter/accent';

it.each([
  ['#ffffff', '#000000', 21],
  ['#000000', '#ffffff', 21],
  ['#777777', '#777777', 1],
  ['#777777', '#ffffff', 4.48],
])('the contrast of %s and %s is %d', (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
});

const GOOD = { light: '#0f5c5c', dark: '#1d7272' };

it.each([
  ['a good one', GOOD, []],
  ['no colour', { ...GOOD, light: 'teal' }, ['The light accent teal is no colour of the form #rrggbb.']],
  [
    'a light colour',
    { ...GOOD, dark: '#5cc4bf' },
    ['White text on the dark accent has a contrast of 2.08, not 4.5.'],
  ],
  [
    'the colour of the panel',
    { ...GOOD, dark: '#1b1d1f' },
    ['The dark accent has a contrast of 1.00 with the panel, not 1.5.'],
  ],
])('an accent that is %s has the problems %j', (_, accent, problems) => {
  expect(accentProblems(accent)).toEqual(problems);
});

it.each(adapters.flatMap(({ id, accent }) => (accent === undefined ? [] : [[id, accent] as const])))(
  'the accent of %s can be used',
  (_, accent) => {
    expect(accentProblems(accent)).toEqual([]);
  },
);
