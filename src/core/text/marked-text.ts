import { searchWords } from './search-words';

/** A part of a text; `isMatch` if a search found it. */
export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/** Maximum number of characters of a text that are searched. */
const MAX_SEARCHED = 50_000;

/** Length of the longest excerpt, and of its part before the first match, in characters. */
const MAX_EXCERPT = 140;
const BEFORE_MATCH = 40;

/**
 * Matches a word, or one character of a script without spaces. Combining marks belong to a word, since a letter
 * with its accents may be several characters.
 */
const SEGMENT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

/** Splits a text at the beginnings of words that match. `words` are those of {@link searchWords}. */
export function markedText(text: string, words: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { start, length } of matchesIn(text, words)) {
    if (start > end) parts.push({ text: text.slice(end, start), isMatch: false });
    end = start + length;
    parts.push({ text: text.slice(start, end), isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** The part of a text around its first match, on one line; null if none of the words is in it. */
export function searchExcerpt(text: string, words: readonly string[]): string | null {
  const line = text.slice(0, MAX_SEARCHED).replace(/\s+/gu, ' ').trim();
  const [first] = matchesIn(line, words);
  if (first === undefined) return null;
  const from = wordStart(line, Math.max(0, first.start - BEFORE_MATCH), first.start);
  const until = wordEnd(line, from + MAX_EXCERPT, first.start + first.length);
  const lead = from > 0 ? '…' : '';
  const rest = until < line.length ? '…' : '';
  return `${lead}${line.slice(from, until).trim()}${rest}`;
}

/** Number of these words with which a word of the text begins. */
export function matchedWords(text: string, words: readonly string[]): number {
  const textWords = searchWords(text.slice(0, MAX_SEARCHED));
  return words.filter((word) => textWords.some((one) => one.startsWith(word))).length;
}

function* matchesIn(text: string, words: readonly string[]): Generator<{ start: number; length: number }> {
  for (const { 0: segment, index: start } of text.matchAll(SEGMENT)) {
    const textWords = searchWords(segment);
    // The longest matching word, so that the mark grows while the user types.
    const [found] = words
      .filter((word) => textWords.some((one) => one.startsWith(word)))
      .sort((a, b) => b.length - a.length);
    if (found !== undefined) yield { start, length: matchedLength(segment, found) };
  }
}

/**
 * Length of the beginning of a segment that matches the word. It may differ from the length of the word: without
 * case and accents, one letter can become several.
 */
function matchedLength(segment: string, word: string): number {
  let length = 0;
  for (const character of segment) {
    length += character.length;
    if (searchWords(segment.slice(0, length)).some((one) => one.startsWith(word))) break;
  }
  // The accents of the last letter belong to it.
  return length + (/^\p{M}*/u.exec(segment.slice(length))?.[0].length ?? 0);
}

/** The start of the first whole word from `from` on, at most `last`. */
function wordStart(line: string, from: number, last: number): number {
  if (from === 0) return 0;
  const space = line.indexOf(' ', from);
  return space === -1 || space >= last ? last : space + 1;
}

/** The end of the last whole word up to `until`, at least `first`. */
function wordEnd(line: string, until: number, first: number): number {
  if (until >= line.length) return line.length;
  return Math.max(line.lastIndexOf(' ', until), first);
}
