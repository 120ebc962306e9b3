import { expect, it } from 'vitest';
import { readLanguages, readTexts } from '@/scripts/texts/read-texts';
import { projectSources } from './project-sources';

/** Texts of one button: several, if it shows one of them at a time. */
type Button = readonly string[];

/** Rows whose buttons are given to a component. */
const COMPOSED: readonly Button[][] = [
  [['checkpoints.undo.confirm', 'checkpoints.redo.label', 'checkpoints.sheet.rollBack'], ['common.cancel']],
];

const KEYS = new Set(readTexts('.', 'en').keys());

/** The rows of buttons in the panel's sources. */
function rows(): Button[][] {
  return [...projectSources(['src/panel', 'entrypoints']).values()].flatMap((source) =>
    [...source.matchAll(/^( *)<(\w+)[^>]*?className=\S*button-row/gm)].map(
      ({ 0: start, 1: indent, 2: tag, index }) => {
        const end = source.indexOf(`\n${indent}</${tag}>`, index + start.length);
        return source
          .slice(index, end)
          .split(/<(?:\w*Button|button)\b/)
          .slice(1)
          .map(keysIn);
      },
    ),
  );
}

/** The texts that a button shows. Its name for screen readers may repeat that of its neighbour. */
function keysIn(button: string): Button {
  const shown = button.replace(/aria-label=(?:"[^"]*"|\{[^}]*\})/g, '');
  return [...shown.matchAll(/['"]([\w.-]+)['"]/g)].flatMap(([, key = '']) => (KEYS.has(key) ? [key] : []));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** True if both words begin with the same stem. */
function haveOneStem(word: string, other: string): boolean {
  let stem = 0;
  while (stem < word.length && word[stem] === other[stem]) stem += 1;
  return stem > 3 && stem >= Math.min(word.length, other.length) - 2;
}

/** True for texts of the same words, and for single words with the same stem. */
function isNearlyEqual(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.join(' ') === others.join(' ')) return true;
  return words.length + others.length === 2 && haveOneStem(words[0] ?? '', others[0] ?? '');
}

it.each(readLanguages('.'))('buttons side by side have different texts in %s', (language) => {
  const texts = readTexts('.', language);
  const found = [...rows(), ...COMPOSED];
  expect(found.filter((buttons) => buttons.length > 1).length).toBeGreaterThan(10);
  const pairs = found.flatMap((buttons) =>
    buttons.flatMap((button, at) =>
      buttons
        .slice(at + 1)
        .flatMap((next) => button.flatMap((one) => next.map((other) => [one, other] as const))),
    ),
  );
  const textOf = (key: string) => texts.get(key)?.text ?? '';
  expect(pairs.filter((pair) => isNearlyEqual(textOf(pair[0]), textOf(pair[1])))).toEqual([]);
  // Cancel changes nothing. In French, “Annuler” was also the first word of the button beside it, which undoes.
  const [cancel = ''] = wordsOf(textOf('common.cancel'));
  const besideCancel = pairs.flatMap((pair) =>
    pair.includes('common.cancel') ? pair.filter((key) => key !== 'common.cancel') : [],
  );
  expect(besideCancel.length).toBeGreaterThan(5);
  const firstWords = (key: string) => branchesOf(textOf(key)).map((branch) => wordsOf(branch)[0] ?? '');
  expect(besideCancel.filter((key) => firstWords(key).some((word) => haveOneStem(word, cancel)))).toEqual([]);
});

/** The texts of a plural’s branches; a text without branches alone. */
function branchesOf(text: string): string[] {
  const branches = [...text.matchAll(/(?:=\d+|one|few|many|other) \{([^{}]*)\}/g)].map(
    ([, branch = '']) => branch,
  );
  return branches.length === 0 ? [text] : branches;
}
