import type { Messages } from '../../src/core/text/message';
import { FIRST_TEXTS } from '../../src/texts/first-texts';
import { compileMessage, type Parameter } from './compile-message';
import {
  parseTextFile,
  readLanguages,
  readTemplateTexts,
  readTexts,
  SOURCE,
  type SourceText,
} from './read-texts';

/** Sections of `locales/en.yml` whose texts the background puts into English, for models and the log, as all texts of adapters. */
const BACKGROUND_SECTIONS = ['error', 'remedy', 'said'];

/** Texts that scripts need before they can read a file. */
const EARLY_TEXTS: readonly string[] = [...Object.values(FIRST_TEXTS), 'pageButton.label'];

/** A file that the build makes. */
export interface MadeFile {
  path: string;
  text: string;
}

/** A language's texts, compiled, with the values that each needs. */
export interface CompiledTexts {
  messages: Messages;
  parameters: ReadonlyMap<string, ReadonlyMap<string, Parameter>>;
}

/** Compiles texts. Throws with the key of one that isn't in ICU MessageFormat. */
export function compileTexts(texts: ReadonlyMap<string, SourceText>): CompiledTexts {
  const messages: Record<string, Messages[string]> = {};
  const parameters = new Map<string, ReadonlyMap<string, Parameter>>();
  for (const [key, { text }] of texts) {
    try {
      const compiled = compileMessage(text);
      messages[key] = compiled.message;
      parameters.set(key, compiled.parameters);
    } catch (error) {
      throw new Error(`${key}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { messages, parameters };
}

/** The files of each language: `texts/de.json` for Steward, `_locales/de/messages.json` for the browser. */
export function textAssets(root: string): MadeFile[] {
  const english = compileTexts(readTexts(root, SOURCE)).messages;
  return readLanguages(root).flatMap((language) => {
    // A text that isn't translated yet is shown in English.
    const messages = { ...english, ...compileTexts(readTexts(root, language)).messages };
    return languageAssets(language, messages);
  });
}

/** The files of one language with these texts. */
function languageAssets(language: string, messages: Messages): MadeFile[] {
  return [
    { path: `texts/${language}.json`, text: JSON.stringify(messages) },
    {
      path: `_locales/${language.replace('-', '_')}/messages.json`,
      text: JSON.stringify(browserTexts(messages)),
    },
  ];
}

/** The generated modules that are imported as `#texts` and `#english`. */
export function textModules(root: string): MadeFile[] {
  const { messages, parameters: own } = compileTexts(readTexts(root, SOURCE));
  // The templates of adapters are compiled by TypeScript, and are no part of the extension.
  const parameters = new Map([...compileTexts(readTemplateTexts(root)).parameters, ...own]);
  const shownOnly = new Set(
    [...parseTextFile(root, `locales/${SOURCE}.yml`).keys()].filter(
      (key) => !BACKGROUND_SECTIONS.includes(sectionOf(key)),
    ),
  );
  const ofBackground = Object.entries(messages).filter(([key]) => !shownOnly.has(key));
  const english = JSON.stringify(JSON.stringify(Object.fromEntries(ofBackground)));
  return [
    {
      path: 'texts/index.ts',
      text: [
        "import type { SaidValue } from '@/src/schema/values/said';",
        `export const LANGUAGES = ${JSON.stringify(readLanguages(root))} as const;`,
        'export interface Texts {',
        ...[...parameters].map(
          ([key, values]) => `  '${key}': { ${[...values].map(memberText).join('; ')} };`,
        ),
        '}',
        '',
      ].join('\n'),
    },
    {
      path: 'texts/english.ts',
      text: [
        "import type { Messages } from '@/src/core/text/message';",
        `export const readEnglish = (): Messages => JSON.parse(${english});`,
        '',
      ].join('\n'),
    },
  ];
}

function memberText([name, parameter]: [string, Parameter]): string {
  const type =
    parameter === 'text'
      ? 'SaidValue'
      : parameter === 'number'
        ? 'number'
        : parameter.map((branch) => `'${branch}'`).join(' | ');
  return `readonly ${name}: ${type}`;
}

/** Texts in the form of https://developer.chrome.com/docs/extensions/reference/api/i18n, whose keys have no dots. */
function browserTexts(messages: Messages): Record<string, { message: string }> {
  const keys = Object.keys(messages).filter(
    (key) => key.startsWith('manifest.') || EARLY_TEXTS.includes(key),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const message = messages[key];
      if (typeof message !== 'string') throw new Error(`${key} has values, which the browser can’t insert.`);
      return [key.replaceAll('.', '_'), { message: message.replaceAll('$', '$$$$') }];
    }),
  );
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}
