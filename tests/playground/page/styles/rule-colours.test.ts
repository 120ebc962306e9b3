import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULE_COLOURS, ruleColourStyle } from '@/playground/page/view/rule-colour';

const AA_TEXT = 4.5;
const sheets = ['tokens', 'rule-colours']
  .map((name) => readFileSync(`playground/page/styles/${name}.css`, 'utf8'))
  .join('');
/** The colours by name, in the light and the dark theme. */
const colours = new Map<string | undefined, string[]>(
  [...sheets.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...both]) => [
    name,
    both,
  ]),
);
const ruleColours = ['ignore', 'whitelist'].flatMap((kind) =>
  Array.from({ length: RULE_COLOURS }, (_, index) => `${kind}-${index}`),
);
const texts = [...ruleColours, 'text', 'muted', 'accent', 'hidden', 'kept', 'waiting', 'failed'];

it.each([
  ['light', 0],
  ['dark', 1],
])('every text is readable on every background of the %s theme, and all rule colours differ', (_, theme) => {
  const colourOf = (name: string) => colours.get(name)?.[theme] ?? '';
  for (const ground of ['page', 'card', 'raised', 'hover', 'highlight']) {
    for (const name of texts) {
      const found = contrast(colourOf(name), colourOf(ground));
      expect(found, `${name} on ${ground}`).toBeGreaterThanOrEqual(AA_TEXT);
    }
  }
  for (const fill of ['accent-fill', 'accent-fill-hover']) {
    expect(contrast('#ffffff', colourOf(fill))).toBeGreaterThanOrEqual(AA_TEXT);
  }
  expect(new Set(ruleColours.map(colourOf)).size).toBe(ruleColours.length);
});

it('a rule has the colour of its kind and index, and the eleventh that of the first', () => {
  const first = ruleColourStyle({ kind: 'ignore', index: 0 });
  expect(ruleColourStyle({ kind: 'ignore', index: 10 })).toEqual(first);
  expect(ruleColourStyle({ kind: 'whitelist', index: 0 })).not.toEqual(first);
});

/** The contrast ratio of WCAG 2. */
function contrast(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
