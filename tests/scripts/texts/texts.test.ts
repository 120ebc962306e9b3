import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { texts } from '@/scripts/texts/texts';

let folder: string;
const printed = vi.fn();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-command-'));
  printed.mockReset();
  vi.spyOn(console, 'log').mockImplementation(printed);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['no command', [], /^npm run texts/],
  ['an unknown command', ['toString'], /^npm run texts/],
  ['a word too few', ['export', 'de'], /^npm run texts/],
  ['an unknown option', ['check', '--all'], /--all/],
  ['an unknown language', ['check', 'tlh'], /no language tlh/],
  ['an import of English', ['import', 'en', 'package.json'], /edited in their files/],
  ['a new language that exists', ['add', 'en', 'English', 'package.json'], /exists already/],
  ['a new language without a tag', ['add', 'Polski', 'Polski', 'package.json'], /no BCP 47 tag/],
  ['a tag of another form', ['add', 'pt_PT', 'Português', 'package.json'], /no BCP 47 tag/],
  ['a file that isn’t there', ['add', 'pl', 'Polski', 'nowhere.json'], /nowhere.json isn’t a readable/],
  ['a file of another form', ['add', 'pl', 'Polski', 'package.json'], /package.json isn’t a readable/],
])('refuses %s, with a way out', (_, args, message) => {
  expect(() => texts(args)).toThrow(
    expect.objectContaining({ name: 'UserError', message: expect.stringMatching(message) }),
  );
});

it('writes the English texts', () => {
  const file = join(folder, 'en.json');
  expect(texts(['export', 'en', file])).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ 'common.save': { defaultMessage: 'Save' } });
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^\d+ texts written/));
});
