import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkLanguage, RELEASED } from '@/scripts/texts/check-language';
import { readGlossary } from '@/scripts/texts/glossary';
import { readLanguages } from '@/scripts/texts/read-texts';

const languages = readLanguages('.');

describe.each(languages)('the texts in %s', (language) => {
  const { problems, missing, outdated } = checkLanguage('.', language);

  it('can be shown in place of the English ones, in the words of the language', () => {
    expect(problems).toEqual([]);
  });

  it.runIf(RELEASED.includes(language))('are complete, and say what the English ones say now', () => {
    expect({ missing, outdated }).toEqual({ missing: [], outdated: [] });
  });
});

it('the released languages have texts', () => {
  expect(languages).toEqual(expect.arrayContaining([...RELEASED]));
});

describe('the glossaries', () => {
  const glossaries = readdirSync('locales/glossary').map((name) => name.replace('.yml', ''));
  const withTerms = glossaries.filter((name) => name !== 'names');

  it.each(withTerms)('has the terms of all others, and quotation marks: %s', (language) => {
    const englishTerms = (each: string) => readGlossary('.', each).terms.map(({ english }) => english);
    expect(englishTerms(language).sort()).toEqual(englishTerms('de').sort());
    expect(readGlossary('.', language).quotes).toHaveLength(4);
  });

  it('exist for each language', () => {
    expect(withTerms).toEqual(expect.arrayContaining(languages.filter((language) => language !== 'en')));
  });
});
