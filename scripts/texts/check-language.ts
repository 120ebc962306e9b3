import { textDefects } from './check-text';
import { compileMessage } from './compile-message';
import { readGlossary, wordProblems } from './glossary';
import { SOURCE } from './read-texts';
import { isOutdated, readTranslations } from './translations';

/** Languages without gaps: a change of the English texts comes with theirs. */
export const RELEASED: readonly string[] = [
  'de',
  'es',
  'fr',
  'ja',
  'ko',
  'pt-BR',
  'ru',
  'vi',
  'zh-CN',
  'zh-TW',
];

/** The state of a language. A problem or a hint is a line `key reason`. */
export interface LanguageReport {
  texts: number;
  /** Keys without a translation; the English text is shown. */
  missing: string[];
  /** Keys whose English changed since they were translated. */
  outdated: string[];
  problems: string[];
  /** Texts without the glossary's word for a term of the English text, where the glossary states no stem. */
  hints: string[];
}

/** Checks all texts of a language. */
export function checkLanguage(root: string, language: string): LanguageReport {
  const translations = readTranslations(root, language);
  const { english, texts } = translations;
  const glossary = readGlossary(root, language);
  const problems: string[] = [];
  const hints: string[] = [];
  for (const [key, text] of texts) {
    const source = english.get(key);
    if (source === undefined) {
      if (language !== SOURCE) problems.push(`${key} is no English text`);
      continue;
    }
    const defects = textDefects(language, source, text);
    problems.push(...defects.map((defect) => `${key} ${defect}`));
    if (language === SOURCE || defects.length > 0) continue;
    const [from, to] = [source.text, text].map((each) => compileMessage(each).message);
    if (from === undefined || to === undefined) continue;
    const words = wordProblems(language, glossary, from, to);
    problems.push(...words.problems.map((problem) => `${key} ${problem}`));
    hints.push(...words.hints.map((hint) => `${key} ${hint}`));
  }
  return {
    texts: texts.size,
    missing: [...english.keys()].filter((key) => !texts.has(key)),
    outdated: [...texts.keys()].filter((key) => english.has(key) && isOutdated(translations, key)),
    problems,
    hints,
  };
}
