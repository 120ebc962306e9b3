import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentProblems, contrastOf } from '@/src/core/adapter/accent';
import { SITE_COLORS } from '@/src/schema/values/site-colors';

const CSS = readFileSync('src/panel/kit/theme.css', 'utf8');
const TOKENS = new Map([...CSS.matchAll(/--([a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The colour of a token in a theme, as `#rrggbb`. */
function colorOf(token: string, theme: Theme): string {
  const value = TOKENS.get(token) ?? '';
  const [, light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value) ?? [];
  const color = theme === 'light' ? (light ?? value) : (dark ?? value);
  if (!/^#[0-9a-f]{6}$/.test(color)) throw new Error(`--${token} is no colour: ${value}`);
  return color;
}

const PLAIN = ['surface', 'surface-raised', 'surface-sunken'];
const CARDS = ['waiting-surface', 'failed-surface', 'summary-surface'];
const CODE = ['comment', 'keyword', 'string', 'number', 'name', 'added', 'removed'].map(
  (kind) => `code-${kind}`,
);

/** Tokens of text, each with the backgrounds on which it is shown. */
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...PLAIN, ...CARDS, 'mine']],
  ['text-muted', [...PLAIN, ...CARDS]],
  ['accent-text', PLAIN],
  ['succeeded', PLAIN],
  ['failed', [...PLAIN, 'failed-surface']],
  ['waiting', [...PLAIN, 'waiting-surface']],
  ['removed', PLAIN],
  ['changed', PLAIN],
  ['on-accent', ['accent', 'accent-hover']],
  ...CODE.map((token) => [token, PLAIN] as const),
];

/** Borders and outlines that tell something, such as the edges of a field and the focus. */
const GRAPHICS: readonly (readonly [string, readonly string[]])[] = [
  ['control-border', PLAIN],
  ['focus', [...PLAIN, ...CARDS]],
  ['accent-text', ['surface', 'surface-raised']],
  ['summary-border', ['surface', 'summary-surface']],
  ['title-border', ['surface']],
  ['failed', ['failed-surface']],
  ['waiting', ['waiting-surface']],
  ['model-visible', ['surface', 'surface-raised', 'waiting-surface']],
];

/** The pairs below a contrast, with theirs. */
function below(least: number, pairs: typeof TEXTS, theme: Theme): string[] {
  return pairs.flatMap(([token, backgrounds]) =>
    backgrounds.flatMap((background) => {
      const ratio = contrastOf(colorOf(token, theme), colorOf(background, theme));
      return ratio < least ? [`--${token} on --${background}: ${ratio.toFixed(2)}`] : [];
    }),
  );
}

describe.each(THEMES)('the %s theme', (theme) => {
  it('has text that can be read on each of its backgrounds', () => {
    expect(below(4.5, TEXTS, theme)).toEqual([]);
  });

  it('has edges and marks that can be seen', () => {
    expect(below(3, GRAPHICS, theme)).toEqual([]);
  });
});

it('every colour of the theme is in a pair, or only decorates', () => {
  const inPairs = new Set([...TEXTS, ...GRAPHICS].flatMap(([token, backgrounds]) => [token, ...backgrounds]));
  const colours = [...TOKENS].filter(([, value]) => value?.includes('#')).map(([name]) => name);
  expect(colours.filter((name) => name !== undefined && !inPairs.has(name))).toEqual([
    'hairline',
    'model-hidden',
  ]);
});

it.each([
  ['summary-card', 'border-color: var(--summary-border)', 'summary-border', '#a67c00'],
  ['generated-title', 'border: 1px solid var(--title-border)', 'title-border', '#1f5fae'],
])('the border of .%s has a colour of its own', (name, declaration, token, light) => {
  const rules = readFileSync('src/panel/conversation/side-rows.css', 'utf8');
  expect(rules.split(`.${name} {`)[1]?.split('}', 1)[0]).toContain(`${declaration};`);
  expect(colorOf(token, 'light')).toBe(light);
});

it('an accent is measured against the colours of the theme', () => {
  const accent = { light: colorOf('accent', 'light'), dark: colorOf('accent', 'dark') };
  expect(accentProblems(accent)).toEqual([]);
  const own = { light: colorOf('surface', 'light'), dark: colorOf('surface', 'dark') };
  expect(accentProblems(own)).toEqual([
    'White text on the light accent has a contrast of 1.00, not 4.5.',
    'The light accent has a contrast of 1.00 with the panel, not 1.5.',
    'The dark accent has a contrast of 1.00 with the panel, not 1.5.',
  ]);
});

it.each(Object.entries(SITE_COLORS))(
  'white text on the site colour %s has enough contrast in both themes',
  (_, color) => {
    expect(contrastOf('#ffffff', color)).toBeGreaterThanOrEqual(4.5);
    expect(THEMES.map((theme) => colorOf('on-accent', theme))).toEqual(['#ffffff', '#ffffff']);
  },
);
