import { expect, it } from 'vitest';
import { styleSheets } from './style-sheets';

/**
 * Largest length in pixels. Lengths in pixels don't grow with the browser's text size, so larger ones must be in rem.
 */
const MAX_PX = 3;

it('the panel’s style sheets have lengths in rem, except for hairlines and corrections of a few pixels', () => {
  const sheets = [...styleSheets()].filter(([path]) => path.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(40);
  const found = sheets.flatMap(([path, css]) =>
    [...css.matchAll(/([\d.]+)px/g)]
      .filter(([, px]) => Number(px) > MAX_PX)
      .map(([length]) => `${path}: ${length}`),
  );
  expect(found).toEqual([]);
});
