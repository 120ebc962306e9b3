import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkTexts } from '@/scripts/adapter/check-texts';
import { checkoutWith } from '@/scripts/adapter/checkout-with';

let outside: string;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'steward-outside-'));
});
afterEach(() => rmSync(outside, { recursive: true }));

it('a text that can’t be read is named with its file, as is one of another language without an English one', async () => {
  const path = join(outside, 'rate-limits');
  mkdirSync(path);
  for (const name of ['definition.ts', 'sign.ts', 'page.ts']) writeFileSync(join(path, name), '');
  writeFileSync(join(path, 'texts.en.yml'), 'call:\n  list: List {name\n');
  writeFileSync(join(path, 'texts.de.yml'), 'call:\n  other: Anderes\n');
  const checkout = await checkoutWith(path);
  const problems = checkTexts(checkout);
  checkout.remove();
  expect(problems).toEqual([
    expect.stringMatching(/^texts\.de\.yml: rate-limits\.call\.other is no English text$/),
    expect.stringMatching(/^texts\.en\.yml: rate-limits\.call\.list /),
  ]);
});
