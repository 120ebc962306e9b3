import { z } from 'zod';
import { textDefects } from './check-text';
import { compileMessage } from './compile-message';
import { type Glossary, staysEnglish } from './glossary';
import { isOutdated, type Translations } from './translations';

/** The form that `formatjs extract` writes and tools for translators read. */
type Messages = Record<string, { defaultMessage: string; description?: string }>;

/** Some tools return a text alone. */
const messagesSchema = z.record(z.string(), z.union([z.string(), z.object({ defaultMessage: z.string() })]));

/** The texts of a translator's file that can be used, and the reasons against the others. */
export interface Import {
  accepted: Map<string, string>;
  /** Lines `key reason`. */
  refused: string[];
}

/** The English texts. */
export function exportEnglish({ english }: Translations): Messages {
  return messagesOf([...english].map(([key, { text, comment }]) => [key, text, comment]));
}

/** The current texts of a language. Open ones are left out, since a tool shows what is missing as not translated. */
export function exportTranslations(translations: Translations): Messages {
  const { english, texts } = translations;
  const open = openKeys(translations);
  const current = [...english].filter(([key]) => !open.includes(key));
  return messagesOf(current.map(([key, { comment }]) => [key, texts.get(key), comment]));
}

/** The English texts that have no translation, or changed since. */
export function exportOpen(translations: Translations): Messages {
  const { english, texts } = translations;
  return messagesOf(
    openKeys(translations).map((key) => {
      const { text, comment = null } = english.get(key) ?? {};
      const before = texts.get(key);
      const change =
        before === undefined ? null : `The English changed. The translation until now: ${before}`;
      return [key, text, comment, change];
    }),
  );
}

/** Texts by their keys, each with its notes for the translator. */
function messagesOf(
  texts: readonly (readonly [key: string, text: string | undefined, ...notes: (string | null)[]])[],
): Messages {
  return Object.fromEntries(
    texts.map(([key, text = '', ...notes]) => {
      const description = notes
        .filter((note) => note !== null)
        .join('\n')
        .replace(/\s*\n\s*/g, ' ');
      return [key, { defaultMessage: text, ...(description !== '' && { description }) }];
    }),
  );
}

/** The keys of texts that a translator has to write. */
export function openKeys(translations: Translations): string[] {
  const { english, texts } = translations;
  return [...english.keys()].filter((key) => !texts.has(key) || isOutdated(translations, key));
}

/** The texts of a translator's file by their keys. Throws for content of another form. */
export function parseMessages(content: unknown): Map<string, string> {
  return new Map(
    Object.entries(messagesSchema.parse(content)).map(([key, message]) => [
      key,
      typeof message === 'string' ? message : message.defaultMessage,
    ]),
  );
}

/** Checks texts of a translator. One that is empty or still English counts as not translated yet. */
export function checkImport(
  texts: ReadonlyMap<string, string>,
  { language, english }: Translations,
  glossary: Glossary,
): Import {
  const accepted = new Map<string, string>();
  const refused: string[] = [];
  for (const [key, text] of texts) {
    const source = english.get(key);
    if (source === undefined) refused.push(`${key} is no English text`);
    else if (text !== '' && (text !== source.text || staysEnglish(glossary, compileMessage(text).message))) {
      const defects = textDefects(language, source, text);
      if (defects.length === 0) accepted.set(key, text);
      refused.push(...defects.map((defect) => `${key} ${defect}`));
    }
  }
  return { accepted, refused };
}
