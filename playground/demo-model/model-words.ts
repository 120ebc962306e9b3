/** Where words were found in a name: the span of each, in order. */
export interface Occurrence {
  name: string;
  spans: { start: number; end: number }[];
}

const IS_WORD_CHARACTER = /[\p{L}\p{N}]/u;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * How freely words are looked for. `loose`: they need not end where a token ends ("son" in `sonnet`). `squeezed`:
 * the separators within them may differ ("gpt4" in `gpt-4o`).
 */
const MANNERS = [
  { isLoose: false, isSqueezed: false },
  { isLoose: false, isSqueezed: true },
  { isLoose: true, isSqueezed: false },
  { isLoose: true, isSqueezed: true },
] as const;

type Manner = (typeof MANNERS)[number];

/**
 * Finds the names that carry these words as tokens, in this order; where no name does, in the opposite order
 * ("preview gpt-4"), as singulars ("previews"), and then in a freer manner. Case never counts, and any separator
 * stands for any other ("claude 3.5" in `claude-3-5-haiku`). A word begins where a token begins and ends where a
 * token ends, or where letters and digits meet ("gpt-4" in `gpt-4o`).
 */
export function findCarriers(words: readonly string[], names: readonly string[]): Occurrence[] {
  const singular = words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  const orders = [words, words.toReversed(), singular, singular.toReversed()];
  for (const manner of MANNERS) {
    for (const order of orders) {
      if (manner.isLoose && order.some((word) => squeeze(word).length < 2)) continue;
      const found = names.flatMap((name) => findWords(order, name, manner) ?? []);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** A text without its separators, in lower case. */
export function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(SEPARATORS, '');
}

function findWords(words: readonly string[], name: string, manner: Manner): Occurrence | null {
  const spans: Occurrence['spans'] = [];
  for (const word of words) {
    const span = findWord(lettersOf(word, manner), name, spans.at(-1)?.end ?? 0, manner);
    if (span === null) return null;
    spans.push(span);
  }
  return { name, spans };
}

function findWord(
  word: string,
  name: string,
  from: number,
  manner: Manner,
): { start: number; end: number } | null {
  if (word === '') return null;
  for (let start = from; start < name.length; start += 1) {
    if (!isTokenStart(name, start)) continue;
    const end = endOfMatch(word, name, start, manner);
    if (end !== null && (manner.isLoose || isTokenEnd(name, end))) return { start, end };
  }
  return null;
}

function isTokenStart(name: string, at: number): boolean {
  return (
    IS_WORD_CHARACTER.test(name.charAt(at)) && (at === 0 || !IS_WORD_CHARACTER.test(name.charAt(at - 1)))
  );
}

/** Also between letters and digits: `gpt-4o` belongs to "gpt-4" and `gemma2` to "gemma", as `gpt-40` would not. */
function isTokenEnd(name: string, at: number): boolean {
  const next = name.charAt(at);
  return !IS_WORD_CHARACTER.test(next) || /\d/.test(name.charAt(at - 1)) !== /\d/.test(next);
}

/** The word in lower case, its separators as single blanks, or left out. */
function lettersOf(word: string, { isSqueezed }: Manner): string {
  return isSqueezed ? squeeze(word) : word.toLowerCase().replaceAll(SEPARATORS, ' ').trim();
}

/** Where the word ends if the name goes on with it at `start`. */
function endOfMatch(word: string, name: string, start: number, { isSqueezed }: Manner): number | null {
  let matched = 0;
  let at = start;
  while (matched < word.length && at < name.length) {
    const character = name.charAt(at);
    const isSeparator = !IS_WORD_CHARACTER.test(character);
    if (!(isSqueezed && isSeparator)) {
      if ((isSeparator ? ' ' : character.toLowerCase()) !== word.charAt(matched)) return null;
      matched += 1;
    }
    at += 1;
  }
  return matched === word.length ? at : null;
}
