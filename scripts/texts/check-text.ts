import type { Message } from '../../src/core/text/message';
import { branchesOf, compileMessage, longestForm, type Parameter, partsIn } from './compile-message';
import type { SourceText } from './read-texts';

/** Chinese, Japanese and Korean characters, and their punctuation: each takes the place of two letters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/;

/** Characters that nobody sees, such as marks of direction. Spaces that don't break are allowed: French has them. */
const INVISIBLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Counts below it have every plural category that a language uses for ordinary numbers: French also has one for millions. */
const ORDINARY_COUNTS = 200;

/** The reasons why a text can't be shown in place of its English: each begins a sentence after the text's key. */
export function textDefects(language: string, english: SourceText, text: string): string[] {
  let compiled: ReturnType<typeof compileMessage>;
  try {
    compiled = compileMessage(text);
  } catch (error) {
    return [`isn’t in ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}`];
  }
  const source = compileMessage(english.text);
  const { message } = compiled;
  const max = /\bmax: (\d+)/.exec(english.comment ?? '')?.[1];
  // An inserted value counts as one character.
  const width = longestForm(message, widthOf, 1);
  return [
    ...parameterDefects(source.parameters, compiled.parameters),
    ...[...shownAlways(source.message)]
      .filter((name) => compiled.parameters.has(name) && !shownAlways(message).has(name))
      .map((name) => `lacks {${name}} in one of its forms`),
    ...pluralDefects(new Intl.PluralRules(language), message),
    ...(max !== undefined && width > Number(max) ? [`is ${width} characters long; at most ${max} fit`] : []),
    ...(/[<>]/.test(text) && !/[<>]/.test(english.text) ? ['contains < or >: no text is markup'] : []),
    ...(text === text.trim() ? [] : ['begins or ends with a space']),
    ...(INVISIBLE.test(text) ? ['has an invisible character'] : []),
  ];
}

function parameterDefects(
  english: ReadonlyMap<string, Parameter>,
  translated: ReadonlyMap<string, Parameter>,
): string[] {
  return [
    ...[...english.keys()].filter((name) => !translated.has(name)).map((name) => `lacks {${name}}`),
    ...[...translated].flatMap(([name, parameter]) => {
      const expected = english.get(name);
      if (expected === undefined) return [`has {${name}}, which the English lacks`];
      if (typeof expected === 'string' || typeof parameter === 'string') {
        return parameter === expected
          ? []
          : [`has {${name}} as ${formOf(parameter)}, not as ${formOf(expected)}`];
      }
      // A branch that is left out is shown as `other`.
      const unknown = parameter.filter((branch) => !expected.includes(branch));
      return unknown.map((branch) => `chooses by {${name}} a form “${branch}”, which the English lacks`);
    }),
  ];
}

function formOf(parameter: Parameter): string {
  if (parameter === 'text') return 'a text ({name})';
  return parameter === 'number' ? 'a number ({name, number} or a plural)' : 'a choice ({name, select, …})';
}

/** The values that a text inserts, or chooses by, in each of its forms. */
function shownAlways(message: Message): Set<string> {
  const names = new Set<string>();
  if (typeof message === 'string') return names;
  for (const part of message) {
    if (typeof part !== 'object') continue;
    names.add(part[0]);
    const [first, ...others] = Object.values(branchesOf(part)).map(shownAlways);
    for (const inner of first ?? []) if (others.every((other) => other.has(inner))) names.add(inner);
  }
  return names;
}

function pluralDefects(rules: Intl.PluralRules, message: Message): string[] {
  const known: readonly string[] = rules.resolvedOptions().pluralCategories;
  return partsIn(message).flatMap((part) => {
    if (typeof part !== 'object' || part[1] !== 'plural') return [];
    const [name] = part;
    const branches = branchesOf(part);
    const unknown = Object.keys(branches).filter((form) => !form.startsWith('=') && !known.includes(form));
    const needed = new Set(
      Array.from({ length: ORDINARY_COUNTS }, (_, count) =>
        branches[`=${count}`] === undefined ? rules.select(count) : 'other',
      ),
    );
    const lacking = [...needed].filter((form) => branches[form] === undefined);
    const { one } = branches;
    // Russian uses it for 21, 31 and so on.
    const isAmbiguous =
      one !== undefined &&
      branches['=1'] === undefined &&
      rules.select(21) === 'one' &&
      !(typeof one === 'object' && one.some((inner) => inner === 0 || inner[0] === name));
    return [
      ...unknown.map((form) => `has a plural form “${form}”, which the language doesn’t have`),
      ...lacking.map((form) => `lacks the plural form “${form}” of {${name}}`),
      ...(isAmbiguous
        ? ['has a plural form “one” without #, though it is also for 21; write =1 for one alone']
        : []),
    ];
  });
}

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
}
