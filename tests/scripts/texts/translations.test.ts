import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkImport,
  exportEnglish,
  exportOpen,
  exportTranslations,
  openKeys,
  parseMessages,
} from '@/scripts/texts/exchange';
import { readGlossary } from '@/scripts/texts/glossary';
import { parseTexts, readLanguages } from '@/scripts/texts/read-texts';
import {
  catalogueText,
  isOutdated,
  readTranslations,
  translationFiles,
  withTexts,
  writeFiles,
} from '@/scripts/texts/translations';

const ENGLISH = `
common:
  # A tight button.
  # max: 12
  save: Save
  rules: '{n, plural, one {# rule} other {# rules}}'
appearance:
  language:
    names:
      en: English
  title: Appearance
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'steward-texts-'));
  mkdirSync(join(root, 'locales/glossary'), { recursive: true });
  mkdirSync(join(root, 'src/adapters/a-proxy'), { recursive: true });
  writeFileSync(join(root, 'locales/glossary/names.yml'), '[Steward]');
  writeFileSync(join(root, 'locales/en.yml'), ENGLISH);
  writeFileSync(
    join(root, 'src/adapters/a-proxy/texts.en.yml'),
    'title: A proxy\npreview:\n  hides: Hides {model}\n',
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const german = () => readTranslations(root, 'de');
/** Imports texts, and reads the files again. */
const add = (texts: Record<string, string>) => {
  const { accepted, refused } = checkImport(
    new Map(Object.entries(texts)),
    german(),
    readGlossary(root, 'de'),
  );
  writeFiles(root, translationFiles(root, withTexts(german(), accepted)));
  return refused;
};

describe('the files of a language', () => {
  it('have each text beside its English one, in its order, without comments', () => {
    add({
      'a-proxy.preview.hides': 'Blendet aus: {model}',
      'appearance.title': 'Aussehen',
      'common.save': 'Sichern',
    });
    add({ 'a-proxy.title': 'Ein Proxy' });
    expect(read('locales/de.yml')).toBe('common:\n  save: Sichern\nappearance:\n  title: Aussehen\n');
    expect(read('src/adapters/a-proxy/texts.de.yml')).toBe(
      "title: Ein Proxy\npreview:\n  hides: 'Blendet aus: {model}'\n",
    );
    expect(readLanguages(root)).toEqual(['en', 'de']);
  });

  it('lose a text that the English ones lose, and are removed with their last text', () => {
    add({ 'a-proxy.title': 'Ein Proxy', 'common.save': 'Sichern' });
    writeFileSync(join(root, 'src/adapters/a-proxy/texts.en.yml'), 'preview:\n  hides: Hides {model}\n');
    add({ 'common.save': 'Speichern' });
    expect(readdirSync(join(root, 'src/adapters/a-proxy'))).toEqual(['texts.en.yml']);
    expect(read('locales/de.yml')).toBe('common:\n  save: Speichern\n');
  });

  it('are read as they were written, for any texts', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[A-Z]{1,3}(\.[A-Z]{1,3})?\.[a-z]{1,3}$/), text, { minKeys: 1 }),
        (texts) => {
          const written = catalogueText(Object.entries(texts).map(([key, each]) => ({ key, text: each })));
          const again = [...parseTexts(written, 'a.yml')].map(([key, each]) => [key, each.text]);
          expect(Object.fromEntries(again)).toEqual(texts);
        },
      ),
    );
  });
});

describe('an import', () => {
  it('refuses each text that can’t be shown, and takes the others', () => {
    expect(
      add({ 'common.save': 'Zwischenspeichern', 'appearance.title': 'Aussehen', 'no.text': 'Nichts' }),
    ).toEqual(['common.save is 17 characters long; at most 12 fit', 'no.text is no English text']);
    expect([...german().texts]).toEqual([['appearance.title', 'Aussehen']]);
  });

  it('ignores a text that is empty or still English', () => {
    expect(add({ 'common.save': '', 'appearance.title': 'Appearance' })).toEqual([]);
    expect(german().texts.size).toBe(0);
  });

  it.each([
    ['a list', ['a']],
    ['a number as text', { 'common.save': 1 }],
    ['null', null],
  ])('refuses %s', (_, content) => {
    expect(() => parseMessages(content)).toThrow();
  });

  it('of an export changes nothing, for any translation', () => {
    const words = fc.string({ unit: fc.constantFrom(...'aäßж保é ’"\n:#-[]0') }).map((each) => `x${each}x`);
    const texts = fc.record(
      {
        'appearance.title': words,
        'a-proxy.preview.hides': words.map((each) => `${each}{model}`),
        'common.rules': words.map((each) => `{n, plural, one {# ${each.replaceAll('#', '')}} other {#}}`),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(texts, (each) => {
        const before = withTexts(
          { ...german(), texts: new Map(), sources: new Map() },
          new Map(Object.entries(each)),
        );
        const file = JSON.parse(JSON.stringify(exportTranslations(before)));
        const { accepted, refused } = checkImport(parseMessages(file), before, readGlossary(root, 'de'));
        expect(refused).toEqual([]);
        expect(withTexts(before, accepted)).toEqual(before);
        expect(Object.fromEntries(accepted)).toEqual(each);
      }),
    );
  });
});

describe('an export', () => {
  it('has the comments as descriptions, in the form of FormatJS', () => {
    expect(exportEnglish(german())).toEqual({
      'common.save': { defaultMessage: 'Save', description: 'A tight button. max: 12' },
      'common.rules': { defaultMessage: '{n, plural, one {# rule} other {# rules}}' },
      'appearance.title': { defaultMessage: 'Appearance' },
      'a-proxy.title': { defaultMessage: 'A proxy' },
      'a-proxy.preview.hides': { defaultMessage: 'Hides {model}' },
    });
  });

  it('has what is translated, and the open ones have what isn’t', () => {
    add({ 'common.save': 'Sichern', 'appearance.title': 'Aussehen' });
    expect(Object.keys(exportTranslations(german()))).toEqual(['common.save', 'appearance.title']);
    expect(Object.keys(exportOpen(german()))).toEqual([
      'common.rules',
      'a-proxy.title',
      'a-proxy.preview.hides',
    ]);
  });

  it('counts a translation as open once its English changed, until it is imported again', () => {
    add({ 'common.save': 'Sichern', 'appearance.title': 'Aussehen' });
    writeFileSync(join(root, 'locales/en.yml'), ENGLISH.replace('save: Save', 'save: Save it'));
    expect(isOutdated(german(), 'common.save')).toBe(true);
    expect(openKeys(german())).toContain('common.save');
    expect(exportTranslations(german())).toEqual({ 'appearance.title': { defaultMessage: 'Aussehen' } });
    expect(exportOpen(german())['common.save']).toEqual({
      defaultMessage: 'Save it',
      description: 'A tight button. max: 12 The English changed. The translation until now: Sichern',
    });
    add({ 'common.save': 'Sichern' });
    expect(isOutdated(german(), 'common.save')).toBe(false);
  });

  it('has a translation that was written by hand, which counts as open: its English text is not recorded', () => {
    writeFileSync(join(root, 'locales/de.yml'), 'common:\n  save: Sichern\n');
    expect(isOutdated(german(), 'common.save')).toBe(true);
    expect(Object.keys(exportTranslations(german()))).toEqual([]);
  });
});
