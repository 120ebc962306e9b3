import { splitPatterns } from '../filter/rules';

/** Marks the place of a pattern that was taken out of a text; private-use characters, which no keyboard writes. */
const MARK_START = '\uE000';
const MARK_END = '\uE001';
const MARK = /\uE000(\d+)\uE001/g;

const QUOTED =
  /`([^`\n]+)`|"([^"\n]+)"|\u201c([^\u201d\n]+)\u201d|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;

/** A part of a message that can hold one request or one more target of the request before it. */
export interface Clause {
  /** Lower case, single blanks, patterns replaced by marks. */
  text: string;
  /** Whether it begins a sentence, so that it is no further item of a list. */
  isSentenceStart: boolean;
}

/** A message in parts, with the patterns that it gives literally. */
export interface SplitMessage {
  clauses: Clause[];
  patterns: string[][];
}

/** Cuts a message into clauses at the ends of sentences, at commas and at words like "and" and "then". */
export function splitClauses(message: string): SplitMessage {
  const patterns: string[][] = [];
  const mark = (text: string) => {
    patterns.push(splitPatterns(text));
    return `${MARK_START}${patterns.length - 1}${MARK_END}`;
  };
  const plain = message
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll('\u2019', "'")
    .replaceAll(QUOTED, (_, ...groups: (string | undefined)[]) =>
      mark(groups.slice(0, 4).find((group) => group !== undefined) ?? ''),
    )
    .replaceAll(/[^\s,]+/g, (word) => markWildcards(word, mark))
    .replaceAll(/[()]/g, ' ')
    .toLowerCase();
  const clauses = sentencesOf(withExcept(plain)).flatMap((sentence) =>
    clausesOf(sentence.text).map((text, at) => ({
      text,
      isSentenceStart: sentence.isStart && at === 0,
    })),
  );
  return { clauses, patterns };
}

/** The patterns marked in a text, and the text without the marks. */
export function takeMarks(text: string, patterns: readonly string[][]): { rest: string; found: string[] } {
  const found = [...text.matchAll(MARK)].flatMap(([, index]) => patterns[Number(index)] ?? []);
  return { rest: text.replaceAll(MARK, ' '), found };
}

/** A clause as the person could have written it. */
export function showMarks(text: string, patterns: readonly string[][]): string {
  return text.replaceAll(MARK, (_, index: string) => (patterns[Number(index)] ?? []).join(', '));
}

/** A word with wildcard characters is a pattern. One question mark at its end is punctuation. */
function markWildcards(word: string, mark: (text: string) => string): string {
  if (/^\p{L}+\?+$/u.test(word) || word.includes(MARK_START)) return word;
  const [, opening = '', core = '', closing = ''] = /^(\(?)(.*?)((?<!\?)\?|[).;:!]+\??)?$/su.exec(word) ?? [];
  const isPattern = /[*?]|\[[^\]]+\]/.test(core) && core !== '?';
  return isPattern ? opening + mark(core) + closing : word;
}

function withExcept(text: string): string {
  return text
    .replaceAll(/\b(nothing|none)\s+but\b/g, '$1 except')
    .replaceAll(/,?\s*\b(?:except for|apart from|other than|excluding|with the exception of)\b/g, ' except')
    .replaceAll(/,\s*except\b/g, ' except');
}

function sentencesOf(text: string): { text: string; isStart: boolean }[] {
  return text.split('\n').flatMap((line) =>
    line
      .replace(/^\s*(?:[-*\u2022]|\d+[.)])\s+/, '')
      .split(/[.;!?]+(?=\s|$)|(?<=^|\s)(?:then|afterwards)(?=\s|$)/)
      // A new line may go on with a list; the end of a sentence may not.
      .map((sentence, at) => ({ text: sentence, isStart: at > 0 })),
  );
}

function clausesOf(sentence: string): string[] {
  return (
    sentence
      // Between blanks only: `command-r-plus` is one name.
      .split(/,|:(?=\s|$)|(?<=^|\s)(?:(?:and|or|plus|also|as well as|&|-)(?=\s|$)|(?=but ))/)
      .map((clause) => clause.replaceAll(/\s+/g, ' ').trim())
      .filter((clause) => clause !== '')
  );
}
