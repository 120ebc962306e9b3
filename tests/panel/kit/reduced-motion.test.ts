import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PANEL = 'src/panel';
const SHEETS = readdirSync(PANEL, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => [name, withoutComments(readFileSync(join(PANEL, name), 'utf8'))] as const);

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

/** The blocks that hold with reduced motion alone, as one text. */
function reducedPart(css: string): string {
  const blocks = css.match(/@media \(prefers-reduced-motion: reduce\) \{[\s\S]*?\n\}/g) ?? [];
  return blocks.join('\n');
}

/** The declarations of movement in a sheet, e.g. `transition: opacity var(--motion)`. */
function movements(css: string): string[] {
  return css.match(/(?<![a-z-])(?:transition|animation|scroll-behavior)(?:-[a-z]+)?:[^;}]+/g) ?? [];
}

it('the theme has no motion at all if the user wants little', () => {
  const theme = SHEETS.find(([name]) => name === 'kit/theme.css')?.[1] ?? '';
  expect(reducedPart(theme)).toContain('--motion: 0ms');
});

it('every transition has the theme’s duration, and every animation of a sheet ends with reduced motion', () => {
  expect(SHEETS.length).toBeGreaterThan(20);
  const found = SHEETS.flatMap(([name, css]) => {
    const reduced = reducedPart(css);
    return movements(css.replace(reduced, ''))
      .filter((declaration) => !declaration.includes('var(--motion)'))
      .filter((declaration) => !declaration.startsWith('animation') || !reduced.includes('animation: none'))
      .map((declaration) => `${name}: ${declaration}`);
  });
  expect(found).toEqual([]);
});

it('only opacity and position are moved', () => {
  const moved = SHEETS.flatMap(([, css]) => movements(css)).filter((text) => text.startsWith('transition'));
  expect(moved.filter((text) => !/^transition: (opacity|transform) /.test(text))).toEqual([]);
});
