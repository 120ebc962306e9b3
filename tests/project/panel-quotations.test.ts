import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SOURCE, textFiles } from '@/scripts/texts/read-texts';
import { missingTexts, panelNames } from './documents';
import { readStrings } from './prose';

/** Names in italics that are not Steward's, with whose they are. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  Allow: 'the browser’s button for a permission',
  'Developer mode': 'a switch of chrome://extensions',
  'Load Temporary Add-on…': 'a button of about:debugging',
  'Load unpacked': 'a button of chrome://extensions',
  Unreleased: 'a heading of CHANGELOG.md',
  Network: 'a tab of the browser’s developer tools',
  'Custom connection URL': 'a field of CLIProxyAPI’s page',
  Account: 'a tab of Open WebUI',
  Admin: 'a group of tabs of Open WebUI',
  Authentication: 'a tab of Open WebUI',
  Models: 'a tab of Open WebUI',
};

/** Documents that quote sources, and what the panel showed once. */
const LEFT_OUT = ['docs/style.md', 'docs/history.md'];

const documents = [
  'README.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
].filter((path) => !LEFT_OUT.includes(path));
const named = new Map(documents.map((path) => [path, panelNames(readFileSync(path, 'utf8'))]));
const texts = textFiles('.', SOURCE).flatMap(({ path }) => readStrings(path, readFileSync(path, 'utf8')));

it.each(documents)('%s names in italics only what the panel shows', (path) => {
  const names = named.get(path)?.filter((name) => !Object.hasOwn(OF_OTHERS, name)) ?? [];
  expect(missingTexts(names, texts)).toEqual([]);
});

it('has no exception that no document needs', () => {
  const all = [...named.values()].flat();
  expect(Object.keys(OF_OTHERS).filter((name) => !all.includes(name))).toEqual([]);
});

describe('the names in a document', () => {
  it.each([
    ['in italics', 'Choose *Save* there.', ['Save']],
    ['one inside the other', '*Settings › This chat*', ['Settings', 'This chat']],
    ['but no emphasis', 'That is *not* so, **Never**, and `*Code*`.', []],
  ])('are those %s', (_, markdown, names) => {
    expect(panelNames(markdown)).toEqual(names);
  });
});
