import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import { checkLanguage, RELEASED } from './check-language';
import { checkImport, exportEnglish, exportOpen, exportTranslations, parseMessages } from './exchange';
import { readGlossary } from './glossary';
import { readLanguages, SOURCE } from './read-texts';
import { LANGUAGE_NAMES, readTranslations, translationFiles, withTexts, writeFiles } from './translations';

const HELP = `npm run texts -- COMMAND

  export LANG FILE     writes a language's texts as FormatJS JSON; en for the English ones
    --open             instead the English texts that it lacks, or whose English changed
  import LANG FILE     checks such a file, and adds its texts to the language's files
  add TAG NAME FILE    adds a language: its BCP 47 tag, its name in itself, its first texts
  check [LANG]         lists what a language lacks, and what is wrong; all without LANG
    --terms            also texts without the glossary's word for a term

docs/texts.md explains them.`;

/** Runs `npm run texts` with these arguments. Returns the exit code. */
export function texts(args: string[]): number {
  const isSwitch = { type: 'boolean', default: false } as const;
  const options = { open: isSwitch, terms: isSwitch };
  const parsed = parseCommandLine(args, HELP, { allowPositionals: true, options });
  if (parsed === null) return 0;
  const { open, terms } = parsed.values;
  const [name, ...words] = parsed.positionals;
  const [first = '', second = '', third = ''] = words;
  switch (`${name} ${words.length}`) {
    case 'export 2':
      return exportTexts(known(first), second, open);
    case 'import 2':
      if (first === SOURCE)
        throw new UserError('The English texts are edited in their files, which have comments.');
      return importTexts(known(first), readMessages(second));
    case 'add 3':
      return addLanguage(first, second, third);
    case 'check 0':
      return check(readLanguages('.'), terms);
    case 'check 1':
      return check([known(first)], terms);
    default:
      throw new UserError(HELP);
  }
}

function exportTexts(language: string, file: string, open: boolean): number {
  const translations = readTranslations('.', language);
  const messages =
    language === SOURCE
      ? exportEnglish(translations)
      : open
        ? exportOpen(translations)
        : exportTranslations(translations);
  writeFileSync(file, `${JSON.stringify(messages, null, 2)}\n`);
  console.log(`${Object.keys(messages).length} texts written to ${file}.`);
  return 0;
}

function importTexts(language: string, messages: ReadonlyMap<string, string>): number {
  const translations = readTranslations('.', language);
  const { accepted, refused } = checkImport(messages, translations, readGlossary('.', language));
  writeFiles('.', translationFiles('.', withTexts(translations, accepted)));
  console.log(
    [`${accepted.size} texts added to ${language}, ${refused.length} refused.`, ...refused].join('\n'),
  );
  return refused.length === 0 ? 0 : 1;
}

function addLanguage(tag: string, name: string, file: string): number {
  if (!isTag(tag)) throw new UserError(`${tag} is no BCP 47 tag of a language, such as pl or pt-BR.`);
  if (readLanguages('.').includes(tag)) throw new UserError(`${tag} exists already: use import.`);
  const messages = readMessages(file);
  const catalogue = `locales/${SOURCE}.yml`;
  const document = parseDocument(readFileSync(catalogue, 'utf8'));
  document.setIn([...LANGUAGE_NAMES.split('.'), tag], name);
  writeFileSync(catalogue, document.toString({ lineWidth: 0, singleQuote: true }));
  const exitCode = importTexts(tag, messages);
  console.log(
    `Next: npx wxt prepare, then npm run texts -- check ${tag}. locales/glossary/${tag}.yml is its glossary.`,
  );
  return exitCode;
}

function check(languages: readonly string[], terms: boolean): number {
  let exitCode = 0;
  for (const each of languages) {
    const report = checkLanguage('.', each);
    const { missing, outdated, problems, hints } = report;
    console.log(
      `${each}: ${report.texts} texts, ${missing.length} missing, ${outdated.length} of a changed English text, ` +
        `${problems.length} problems, ${hints.length} without a term of the glossary`,
    );
    const lines = [
      ...missing.map((key) => `${key} is missing`),
      ...outdated.map((key) => `${key} was translated from another English text`),
      ...problems,
      ...(terms ? hints : []),
    ];
    for (const line of lines) console.log(`  ${line}`);
    if (problems.length > 0 || (RELEASED.includes(each) && missing.length + outdated.length > 0))
      exitCode = 1;
  }
  return exitCode;
}

function known(language: string): string {
  if (readLanguages('.').includes(language)) return language;
  throw new UserError(`There is no language ${language}. There are: ${readLanguages('.').join(', ')}.`);
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag && Intl.PluralRules.supportedLocalesOf(tag).length === 1;
  } catch {
    // Not of the form of a tag.
    return false;
  }
}

function readMessages(file: string): Map<string, string> {
  try {
    return parseMessages(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(
      `${file} isn’t a readable FormatJS file: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
