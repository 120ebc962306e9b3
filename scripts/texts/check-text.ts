import type { Message } from '../../src/core/text/message';
import { compileMessage, type Parameter } from './compile-message';
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
  const width = textWidth(message);
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

/** The words of a text, those of all its forms, without what is inserted. */
export function ownWords(message: Message): string[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return part === 0 || part[2] === undefined ? [] : Object.values(part[2]).flatMap(ownWords);
  });
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
    if (typeof part === 'string' || part === 0) continue;
    const [name, , branches] = part;
    names.add(name);
    const [first, ...others] = Object.values(branches ?? {}).map(shownAlways);
    for (const inner of first ?? []) if (others.every((other) => other.has(inner))) names.add(inner);
  }
  return names;
}

function pluralDefects(rules: Intl.PluralRules, message: Message): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) => {
    if (typeof part === 'string' || part === 0) return [];
    const [name, type, branches] = part;
    if (branches === undefined) return [];
    const inner = Object.values(branches).flatMap((branch) => pluralDefects(rules, branch));
    if (type !== 'plural') return inner;
    const known = rules.resolvedOptions().pluralCategories as readonly string[];
    const unknown = Object.keys(branches).filter((form) => !form.startsWith('=') && !known.includes(form));
    const needed = new Set(
      Array.from({ length: ORDINARY_COUNTS }, (_, count) =>
        branches[`=${count}`] === undefined ? rules.select(count) : 'other',
      ),
    );
    const { one } = branches;
    return [
      ...unknown.map((form) => `has a plural form “${form}”, which the language doesn’t have`),
      ...[...needed]
        .filter((form) => branches[form] === undefined)
        .map((form) => `lacks the plural form “${form}” of {${name}}`),
      // Russian uses it for 21, 31 and so on.
      ...(one !== undefined &&
      branches['=1'] === undefined &&
      rules.select(21) === 'one' &&
      !showsCount(one, name)
        ? [`has a plural form “one” without #, though it is also for 21; write =1 for one alone`]
        : []),
      ...inner,
    ];
  });
}

function showsCount(message: Message, name: string): boolean {
  return typeof message !== 'string' && message.some((part) => part === 0 || part[0] === name);
}

/** Characters of the longest form; an inserted value counts as one. */
function textWidth(message: Message): number {
  if (typeof message === 'string') {
    return [...message].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
  }
  return message.reduce<number>((width, part) => {
    if (typeof part === 'string') return width + textWidth(part);
    const branches = part === 0 ? undefined : part[2];
    return width + (branches === undefined ? 1 : Math.max(...Object.values(branches).map(textWidth)));
  }, 0);
}
