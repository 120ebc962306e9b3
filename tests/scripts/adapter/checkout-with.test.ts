import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkoutWith } from '@/scripts/adapter/checkout-with';

let outside = '';
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'steward-outside-'));
});
afterEach(() => rmSync(outside, { recursive: true }));

/** A folder outside of the repository, with these empty files. */
function folderWith(name: string, files: string[]): string {
  const folder = join(outside, name);
  mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
}

it('a copy of the checkout has the adapter and its entries, and the checkout itself has not', async () => {
  const before = readFileSync('src/adapters/kit/registry.ts', 'utf8');
  const { folder, id, remove } = await checkoutWith(
    folderWith('rate-limits', ['definition.ts', 'sign.ts', 'page.ts']),
  );
  expect(id).toBe('rate-limits');
  expect(existsSync(join(folder, 'src/adapters/rate-limits/page.ts'))).toBe(true);
  expect(readFileSync(join(folder, 'src/adapters/index.ts'), 'utf8')).toContain("'rate-limits': rateLimits");
  expect(existsSync(join(folder, 'node_modules/zod'))).toBe(true);
  expect(readFileSync('src/adapters/kit/registry.ts', 'utf8')).toBe(before);
  remove();
  expect(existsSync(folder)).toBe(false);
  expect(existsSync('node_modules/zod')).toBe(true);
});

it('the files of the adapter’s own project are left out, as is what its kit has written there', async () => {
  const path = folderWith('rate-limits', ['definition.ts', 'sign.ts', 'page.ts', 'package.json']);
  mkdirSync(join(path, 'steward'));
  const { folder, remove } = await checkoutWith(path);
  const copied = readdirSync(join(folder, 'src/adapters/rate-limits'));
  expect(copied.sort()).toEqual(['definition.ts', 'page.ts', 'sign.ts']);
  remove();
});

it.each([
  ['a folder without a page half', 'rate-limits', ['definition.ts', 'sign.ts'], 'it has no page.ts'],
  ['an id that is taken', 'model-filter', ['definition.ts', 'sign.ts', 'page.ts'], 'is taken'],
  [
    'a folder whose name can’t be an id',
    'Rate_Limits',
    ['definition.ts', 'sign.ts', 'page.ts'],
    '--id "Rate_Limits" has to be',
  ],
])('%s is refused', async (_, name, files, message) => {
  await expect(checkoutWith(folderWith(name, files))).rejects.toThrow(message);
});
