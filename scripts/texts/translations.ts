import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Document } from 'yaml';
import { z } from 'zod';
import type { MadeFile } from './build-texts';
import { parseTextFile, readTexts, SOURCE, type SourceText, textFiles } from './read-texts';

/** A language's name for itself, which English texts have for all. */
export const LANGUAGE_NAMES = 'appearance.language.names';

/** Hashes by the keys of the texts. */
const sourcesSchema = z.record(z.string(), z.string());

/** A language's texts beside the English ones. */
export interface Translations {
  language: string;
  /** The English texts to translate, by their keys. */
  english: ReadonlyMap<string, SourceText>;
  texts: ReadonlyMap<string, string>;
  /** For each translation, a hash of the English text that it was made of. */
  sources: ReadonlyMap<string, string>;
}

/** Reads a language's texts, none for a new language. Throws for a file that isn't a catalogue. */
export function readTranslations(root: string, language: string): Translations {
  const isOwnName = (key: string) => key.startsWith(`${LANGUAGE_NAMES}.`);
  const path = join(root, sourcesPath(language));
  const sources = existsSync(path) ? sourcesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  return {
    language,
    english: new Map([...readTexts(root, SOURCE)].filter(([key]) => !isOwnName(key))),
    texts: new Map([...readTexts(root, language)].map(([key, { text }]) => [key, text])),
    sources: new Map(Object.entries(sources)),
  };
}

/** Adds texts, made of the English as it is now. */
export function withTexts(translations: Translations, added: ReadonlyMap<string, string>): Translations {
  const { english } = translations;
  const hashes = [...added.keys()].map((key): [string, string] => [key, hashOf(english.get(key))]);
  return {
    ...translations,
    texts: new Map([...translations.texts, ...added]),
    sources: new Map([...translations.sources, ...hashes]),
  };
}

/** True if the English text was changed after the import of its translation, or if the translation was never imported. */
export function isOutdated({ language, english, sources }: Translations, key: string): boolean {
  return language !== SOURCE && sources.get(key) !== hashOf(english.get(key));
}

/** The files of a language, in the order of the English ones and without texts that these lack. An empty one is to be removed. */
export function translationFiles(root: string, { language, texts, sources }: Translations): MadeFile[] {
  const hashes: Record<string, string | undefined> = {};
  const files = textFiles(root, SOURCE).map(({ path, prefix }) => {
    const own = [...parseTextFile(root, path).keys()].flatMap((key) => {
      const text = texts.get(prefix + key);
      if (text === undefined) return [];
      hashes[prefix + key] = sources.get(prefix + key);
      return [{ key, text }];
    });
    return { path: path.replace(/en\.yml$/, `${language}.yml`), text: catalogueText(own) };
  });
  // A text that was never imported has no hash.
  const json = JSON.stringify(hashes, null, 2);
  return [...files, { path: sourcesPath(language), text: json === '{}' ? '' : `${json}\n` }];
}

/** Writes files, and removes those without content. */
export function writeFiles(root: string, files: readonly MadeFile[]): void {
  for (const { path, text } of files) {
    const file = join(root, path);
    if (text === '') rmSync(file, { force: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** Texts as a catalogue file. */
export function catalogueText(texts: readonly { key: string; text: string }[]): string {
  const document = new Document({});
  for (const { key, text } of texts) document.setIn(key.split('.'), text);
  return texts.length === 0 ? '' : document.toString({ lineWidth: 0, singleQuote: true });
}

function sourcesPath(language: string): string {
  return `locales/sources/${language}.json`;
}

function hashOf(english: SourceText | undefined): string {
  return createHash('sha256')
    .update(english?.text ?? '')
    .digest('hex')
    .slice(0, 8);
}
