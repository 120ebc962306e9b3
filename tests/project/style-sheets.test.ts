import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Largest length in pixels. Lengths in pixels don't grow with the browser's text size, so larger ones must be in rem.
 */
const MAX_PX = 3;

it('the panel’s style sheets have lengths in rem, except for hairlines and corrections of a few pixels', () => {
  const sheets = ['src/panel', 'entrypoints'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css'))
      .map((path) => join(folder, path)),
  );
  expect(sheets.length).toBeGreaterThan(40);
  const found = sheets.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/([\d.]+)px/g)]
      .filter(([, px]) => Number(px) > MAX_PX)
      .map(([length]) => `${path}: ${length}`),
  );
  expect(found).toEqual([]);
});
