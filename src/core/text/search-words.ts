/** Longest word, in characters: of a longer one, such as an encoded image, only the beginning counts. */
const MAX_WORD_LENGTH = 40;

/** Maximum number of different words of one text; further words are not found. */
export const MAX_SEARCH_WORDS = 2_000;

/** Scripts that are written without spaces: each of their characters is a word. */
const SPACELESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const WORD = new RegExp(String.raw`${SPACELESS}|(?:(?!${SPACELESS})[\p{L}\p{N}])+`, 'gu');

/** The different words of a text, without case and accents: the same for a stored text and for what a user searches. */
export function searchWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of withoutCaseAndAccents(text).matchAll(WORD)) {
    words.add(word.slice(0, MAX_WORD_LENGTH));
    if (words.size === MAX_SEARCH_WORDS) break;
  }
  return [...words];
}

/**
 * Decomposes the text first, since letters such as ℂ have a case only then. Converts to upper case before lower
 * case, since some letters, such as ß, become several characters in upper case.
 */
function withoutCaseAndAccents(text: string): string {
  const letters = text.normalize('NFKD').toUpperCase().toLowerCase();
  return letters.normalize('NFKD').replace(/\p{M}/gu, '');
}
