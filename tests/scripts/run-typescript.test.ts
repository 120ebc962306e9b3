import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { loadTypeScript } from '@/scripts/run-typescript.mjs';
import { ROOT } from '@/scripts/set-up.mjs';

it('a loaded module has the location of its source, to find files beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-located-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const filename = join(folder, 'located.ts');
  writeFileSync(
    filename,
    'export const place = { url: import.meta.url, dirname: import.meta.dirname, filename: import.meta.filename };',
  );
  const { place } = await loadTypeScript(relative(ROOT, filename));
  expect(place).toEqual({ url: pathToFileURL(filename).href, dirname: folder, filename });
});
