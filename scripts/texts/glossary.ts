import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Message } from '../../src/core/text/message';
import { ownWords } from './compile-message';

const FOLDER = 'locales/glossary';

const termSchema = z.strictObject({
  to: z.string(),
  note: z.string().optional(),
  stem: z.array(z.string()).optional(),
});

/** A glossary's file: the settings of its language, then the terms. */
const glossarySchema = z
  .object({ quotes: z.string().length(4), same: z.array(z.string()), never: z.array(z.string()) })
  .partial()
  .catchall(termSchema);

/** Names that are the same in every language. */
const namesSchema = z.array(z.string());

/** A term of the glossary. */
interface Term {
  english: string;
  to: string;
  /** Beginnings of words, one of which each text about the term contains; null if the translator decides. */
  stems: readonly string[] | null;
}

/** The conventions of a language for its texts. */
export interface Glossary {
  /** The longest first, so that “page state” isn't taken for “page”. */
  terms: readonly Term[];
  /** Opening and closing quotation mark, then those of a quotation inside. Null if the language has no glossary. */
  quotes: string | null;
  /** Words that no text has, with … for any ending. */
  never: readonly string[];
  /** Words that are the same as in English: names, and words that the glossary keeps. */
  sameWords: readonly string[];
}

/** Problems of a text's words, and what a translator should check. */
export interface WordProblems {
  problems: string[];
  hints: string[];
}

/** Words that only English has, of the languages in Latin letters. */
const ENGLISH_WORD = /(?<!\p{L})(?:the|and|with|this|that|your|which|from|of|is)(?!\p{L})/iu;

/** An ordinary word in Latin letters: no abbreviation, no part of a path or a pattern. */
const LATIN_WORD = /(?<![\w/*@.-])[A-Za-z][a-z]{2,}(?![\w/*@-]|[.:]\w)/;

const QUOTATION_MARK = /["'„“”‚‘«»‹›「」『』]|(?<!\p{L})’/gu;

/** Reads a language's glossary and the names of all languages. Throws for a file that isn't a glossary. */
export function readGlossary(root: string, language: string): Glossary {
  const names = namesSchema.parse(parse(readFileSync(join(root, FOLDER, 'names.yml'), 'utf8')));
  const path = join(root, FOLDER, `${language}.yml`);
  if (!existsSync(path)) return { terms: [], quotes: null, never: [], sameWords: names };
  const { quotes, same, never, ...terms } = glossarySchema.parse(parse(readFileSync(path, 'utf8')));
  const entries = Object.entries(terms).map(([english, { to, stem }]) => ({
    english,
    to,
    stems: stem ?? null,
  }));
  return {
    terms: entries.sort((a, b) => b.english.length - a.english.length),
    quotes: quotes ?? null,
    never: never ?? [],
    sameWords: [...names, ...(same ?? []), ...entries.map(({ to }) => to)].sort(
      (a, b) => b.length - a.length,
    ),
  };
}

/** True if nothing of an English text has to be translated: it has values, names and abbreviations only. */
export function staysEnglish({ sameWords }: Glossary, english: Message): boolean {
  return ownWords(english).every((words) => !/\p{L}{2}/u.test(withoutWords(words, sameWords)));
}

/** Compares the words of a translation with the conventions of its language. */
export function wordProblems(
  language: string,
  glossary: Glossary,
  english: Message,
  translated: Message,
): WordProblems {
  const source = ownWords(english).join('\n');
  const words = ownWords(translated).join('\n');
  const isSame = JSON.stringify(english) === JSON.stringify(translated) && !staysEnglish(glossary, english);
  const terms = termsIn(glossary.terms, source).filter((term) => !hasTerm(term, language, words));
  const texts = terms.map(({ stems, english: term, to }) => ({
    isRule: stems !== null,
    text: `has no form of “${to}”, the glossary’s word for “${term}”`,
  }));
  return {
    problems: [
      ...(isSame ? ['is the same as in English'] : leftOverWords(language, glossary, words)),
      ...quotationProblems(glossary.quotes, source, words),
      ...glossary.never
        .filter((word) => hasWord(language, words, word))
        .map((word) => `has “${word}”, which the glossary rules out`),
      ...texts.filter(({ isRule }) => isRule).map(({ text }) => text),
    ],
    hints: texts.filter(({ isRule }) => !isRule).map(({ text }) => text),
  };
}

/** True if the words of a text contain this one. Chinese and Japanese have no spaces between words. */
function hasWord(language: string, words: string, word: string): boolean {
  const pattern = word
    .split('…')
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('\\p{L}*');
  const isSpaced = !/^(?:ja|zh)\b/.test(language);
  return new RegExp(isSpaced ? `(?<!\\p{L})${pattern}(?!\\p{L})` : pattern, 'iu').test(words);
}

function leftOverWords(language: string, { sameWords }: Glossary, words: string): string[] {
  const isLatin = new Intl.Locale(language).maximize().script === 'Latn';
  const [word] = (isLatin ? ENGLISH_WORD : LATIN_WORD).exec(withoutWords(words, sameWords)) ?? [];
  return word === undefined ? [] : [`contains an English word: ${word}`];
}

function quotationProblems(quotes: string | null, source: string, words: string): string[] {
  if (quotes === null) return [];
  const found = words.match(QUOTATION_MARK) ?? [];
  const wrong = found.filter(
    (mark) => !quotes.includes(mark) && !(/["'‹]/.test(mark) && source.includes(mark)),
  );
  const [opening, closing] = quotes;
  const count = (mark: string | undefined) => found.filter((each) => each === mark).length;
  return [
    ...new Set(wrong.map((mark) => `has the quotation mark ${mark}; the language’s are ${quotes}`)),
    ...(count(opening) === count(closing) ? [] : ['opens a quotation that it doesn’t close, or the reverse']),
  ];
}

/** The terms of a text. Each part of it belongs to one term. */
function termsIn(terms: readonly Term[], text: string): Term[] {
  let rest = text;
  return terms.filter(({ english }) => {
    const singular = english.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replace(/y$/, '(?:y|ie)');
    const without = rest.replace(new RegExp(`(?<![\\p{L}-])${singular}s?(?![\\p{L}-])`, 'giu'), ' · ');
    const isFound = without !== rest;
    rest = without;
    return isFound;
  });
}

function hasTerm({ to, stems }: Term, language: string, words: string): boolean {
  const text = comparable(words);
  if (stems !== null) return stems.some((stem) => text.includes(comparable(stem)));
  // Chinese, Japanese, Korean and Vietnamese words have no endings.
  if (/^(?:ja|ko|vi|zh)\b/.test(language)) return text.includes(comparable(to));
  // The others mostly change at the end.
  return to
    .split(/[\s-]+/)
    .filter((word) => word.length > 3)
    .every((word) => text.includes(comparable(word.slice(0, Math.max(3, Math.ceil(word.length * 0.7))))));
}

/** A text without case, accents and spaces. */
function comparable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}

function withoutWords(text: string, words: readonly string[]): string {
  const abbreviation = /(?<!\p{L})\p{Lu}[\p{Lu}\d]+s?(?!\p{L})/gu;
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text).replace(abbreviation, ' ');
}
