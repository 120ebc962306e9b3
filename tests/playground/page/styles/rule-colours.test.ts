import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULE_COLOURS, ruleColourStyle } from '@/playground/page/view/rule-colour';

const AA_TEXT = 4.5;
const read = (name: string) =>
  readFileSync(new URL(`../../../../playground/page/styles/${name}.css`, import.meta.url), 'utf8');
const colours = new Map(
  [
    ...`${read('tokens')}${read('rule-colours')}`.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g),
  ].map(([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }]),
);
const themes = ['light', 'dark'] as const;
const kinds = ['ignore', 'whitelist'] as const;
const ruleColours = kinds.flatMap((kind) =>
  Array.from({ length: RULE_COLOURS }, (_, index) => `${kind}-${index}`),
);
const meanings = ['text', 'muted', 'accent', 'hidden', 'kept', 'waiting', 'failed'];

describe.each(themes)('in the %s theme', (theme) => {
  it.each([...ruleColours, ...meanings])('%s is readable on every background', (name) => {
    for (const ground of ['page', 'card', 'raised', 'hover', 'highlight']) {
      expect(contrast(colourOf(name, theme), colourOf(ground, theme)), ground).toBeGreaterThanOrEqual(
        AA_TEXT,
      );
    }
  });

  it('all rule colours differ', () => {
    expect(new Set(ruleColours.map((name) => colourOf(name, theme))).size).toBe(ruleColours.length);
  });

  it('white is readable on the accent colour', () => {
    for (const fill of ['accent-fill', 'accent-fill-hover']) {
      expect(contrast('#ffffff', colourOf(fill, theme))).toBeGreaterThanOrEqual(AA_TEXT);
    }
  });
});

it('a rule has the colour of its index, and the eleventh that of the first', () => {
  expect(ruleColourStyle({ kind: 'ignore', index: 10 })).toEqual(
    ruleColourStyle({ kind: 'ignore', index: 0 }),
  );
  expect(ruleColourStyle({ kind: 'ignore', index: 1 })).not.toEqual(
    ruleColourStyle({ kind: 'whitelist', index: 1 }),
  );
});

function colourOf(name: string, theme: 'light' | 'dark'): string {
  const colour = colours.get(name);
  if (!colour) throw new Error(`There is no colour --${name}.`);
  return colour[theme];
}

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
