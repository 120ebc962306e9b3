/** A pair of two-character marks around bold words: the offsets at which the opening and the closing one begin. */
export interface BoldPair {
  open: number;
  close: number;
}

/** Runs of marks. Any run of stars ends the words before it, because bold words hold no star. */
const RUNS = /\*+|_{2,}/g;

/** A letter or digit of a script that puts spaces between words. Next to it, a mark is part of a pattern or name. */
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}_]/u;

/** A character that makes a mark beside it part of a path or pattern. */
const OF_PATH = /[/\\@-]/;

/** The start of words: no white space, no mark of a path, sentence or list, no wildcard, and no closing bracket. */
const BEGINS = /[^\s/\\@_.,:;|*?)\]}」』）】》-]/u;

/** Opens and closes quotations in some language. A mark between two of them is a quoted pattern. */
const QUOTE = /["'“”„‚‘’«»‹›]/u;

/** The end of words. */
const ENDS = /[^\s/\\@_|*-]/u;

/** A single name, such as the one in `__init__`. */
const NAME = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** White space with a blank line, which ends a paragraph. */
const BLANK_LINE = /\n[^\S\n]*\n/;

/**
 * The bold words of a line. Where a mark could also be part of a pattern, path or name, it is: `**` is bold only around words that
 * hold no star, and `__` only around more than a name. A single mark never has a meaning.
 */
export function boldPairs(text: string): BoldPair[] {
  const pairs: BoldPair[] = [];
  let open: RegExpExecArray | null = null;
  for (const run of text.matchAll(RUNS)) {
    if (open !== null && open[0] === run[0] && closes(text, open.index, run.index)) {
      pairs.push({ open: open.index, close: run.index });
      open = null;
    } else {
      open = opens(text, run) ? run : null;
    }
  }
  return pairs;
}

function opens(text: string, { 0: mark, index }: RegExpExecArray): boolean {
  const before = charBefore(text, index);
  const after = charAt(text, index + mark.length);
  return (
    mark.length === 2 &&
    !LETTER.test(before) &&
    !OF_PATH.test(before) &&
    BEGINS.test(after) &&
    !(QUOTE.test(before) && QUOTE.test(after))
  );
}

function closes(text: string, open: number, close: number): boolean {
  const words = text.slice(open + 2, close);
  const after = charAt(text, close + 2);
  if (LETTER.test(after) || OF_PATH.test(after) || BLANK_LINE.test(words)) return false;
  // In `"**a" and "b**"`, the quotation before the mark ends between the marks.
  if (charBefore(text, open) === '"' && words.includes('"')) return false;
  return ENDS.test(charBefore(text, close)) && (text.charAt(open) === '*' || !NAME.test(words));
}

function charAt(text: string, index: number): string {
  return String.fromCodePoint(...[text.codePointAt(index)].filter((code) => code !== undefined));
}

function charBefore(text: string, index: number): string {
  return Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? ''; // Nothing before the first character.
}
