import { piecesMatcher } from '../star-pattern';
import type { StepBudget } from '../step-budget';

/** One token of a pattern. `?` is represented as a negated set without members. */
export type PatternToken =
  | { kind: 'star' }
  | { kind: 'character'; codePoint: number }
  /** Ranges of code points, both ends inclusive. */
  | { kind: 'set'; ranges: [first: number, last: number][]; isNegated: boolean };

const STAR = codePointOf('*');
const QUESTION_MARK = codePointOf('?');
const OPEN = codePointOf('[');
const CLOSE = codePointOf(']');
const NOT = codePointOf('!');
const HYPHEN = codePointOf('-');

/**
 * Splits a pattern into tokens. Every text is a valid pattern: an unclosed `[` is a literal, `]` right after
 * the opening bracket is a member, there is no escape character, and adjacent stars count as one.
 */
export function parsePattern(pattern: string): PatternToken[] {
  const codePoints = Array.from(pattern, codePointOf);
  const tokens: PatternToken[] = [];
  let at = 0;
  while (at < codePoints.length) {
    const codePoint = codePoints[at] ?? 0;
    at += 1;
    if (codePoint === STAR) {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (codePoint === QUESTION_MARK) {
      tokens.push({ kind: 'set', ranges: [], isNegated: true });
    } else if (codePoint === OPEN) {
      const end = closingBracket(codePoints, at);
      if (end < 0) {
        tokens.push({ kind: 'character', codePoint });
      } else {
        tokens.push(setToken(codePoints.slice(at, end)));
        at = end + 1;
      }
    } else {
      tokens.push({ kind: 'character', codePoint });
    }
  }
  return tokens;
}

/** The index of the bracket that closes the set at `start`, or -1. */
function closingBracket(codePoints: number[], start: number): number {
  const firstMember = codePoints[start] === NOT ? start + 1 : start;
  return codePoints.indexOf(CLOSE, firstMember + 1);
}

function setToken(content: number[]): PatternToken {
  const chunks = withoutBackwardRanges(splitAtRanges(content));
  // Removing a reversed range can make `!` the first character, which then negates, as in Python's `fnmatch`.
  const isNegated = chunks[0]?.[0] === NOT;
  if (isNegated) chunks[0]?.shift();
  const ranges = chunks.flatMap((chunk, index): [number, number][] => {
    const singles = chunk.map((member): [number, number] => [member, member]);
    return index === 0 ? singles : [rangeBetween(chunks[index - 1] ?? [], chunk), ...singles];
  });
  const only = ranges.length === 1 ? ranges[0] : undefined;
  // `[*]` is an escaped star; as a literal character it takes the fast path.
  if (!isNegated && only !== undefined && only[0] === only[1])
    return { kind: 'character', codePoint: only[0] };
  return { kind: 'set', ranges, isNegated };
}

/**
 * Splits a set's content at the hyphens that form ranges: each range goes from the last member of a chunk to
 * the first member of the next.
 */
function splitAtRanges(content: readonly number[]): number[][] {
  const chunks: number[][] = [];
  let start = 0;
  let hyphen = content.indexOf(HYPHEN, content[0] === NOT ? 2 : 1);
  // A hyphen at the end is a member of the set.
  while (hyphen >= 0 && hyphen < content.length - 1) {
    chunks.push(content.slice(start, hyphen));
    start = hyphen + 1;
    // The next member ends the range, so a hyphen right after that member starts no range.
    hyphen = content.indexOf(HYPHEN, hyphen + 3);
  }
  return [...chunks, content.slice(start)];
}

/** Removes reversed ranges with both their ends, and joins the chunks around them. */
function withoutBackwardRanges(chunks: readonly number[][]): number[][] {
  const [last = [], ...before] = [...chunks].reverse();
  return before.reduce(
    (joined, left) => {
      const [right = [], ...rest] = joined;
      return (left.at(-1) ?? 0) > (right[0] ?? 0)
        ? [[...left.slice(0, -1), ...right.slice(1)], ...rest]
        : [left, right, ...rest];
    },
    [[...last]],
  );
}

/** The range between two chunks. If the first chunk is empty, there is no range, and its hyphen is a member. */
function rangeBetween(left: readonly number[], right: readonly number[]): [number, number] {
  const first = left.at(-1);
  return first === undefined ? [HYPHEN, HYPHEN] : [first, right[0] ?? first];
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Steps charged for a text, in addition to those for its characters. */
const TEXT_STEPS = 8;
/** Tokens of a pattern that are compared with a character in the time of one step. */
const TOKENS_PER_STEP = 32;

/**
 * Compiles the tokens of a pattern. Matching takes at most the product of the lengths of pattern and text. An ordinary
 * regular expression backtracks: it tries all combinations of places for the stars, which would take far longer.
 */
export function createTokenMatcher(
  tokens: readonly PatternToken[],
  budget: StepBudget,
): (text: string) => boolean {
  const parts = literalParts(tokens);
  return parts === null ? createSetMatcher(tokens, budget) : piecesMatcher(parts, budget);
}

/**
 * The literal texts before, between and after the stars of a pattern, empty where there is none. Null for a pattern
 * with a character set or a lone surrogate.
 */
export function literalParts(tokens: readonly PatternToken[]): string[] | null {
  const parts = [''];
  for (const token of tokens) {
    if (token.kind === 'set') return null;
    if (token.kind === 'star') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${String.fromCodePoint(token.codePoint)}`);
  }
  // A lone surrogate would also match half of a surrogate pair, which is another character.
  return parts.some((part) => /\p{Surrogate}/u.test(part)) ? null : parts;
}

/** Finds each part after the previous one with a regular expression, which reads a text by code points. */
function createSetMatcher(tokens: readonly PatternToken[], budget: StepBudget): (text: string) => boolean {
  const parts = [''];
  for (const token of tokens) {
    if (token.kind === 'star') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sourceOf(token)}`);
  }
  const [head = '', ...others] = parts;
  const tail = others.pop();
  // The first place of a part leaves the most text for the next parts, so no other place needs to be tried. The
  // look-ahead finds this place and the back-reference consumes its text; a regular expression does not backtrack into
  // a look-ahead.
  const middle = others.map((part, index) => `(?=([^]*?${part}))\\${index + 1}`);
  const rest = tail === undefined ? '' : `${middle.join('')}[^]*${tail}`;
  const beginning = new RegExp(`^${head}`, 'u');
  const whole = new RegExp(`^${head}${rest}$`, 'u');
  const stepsPerUnit = Math.ceil(tokens.length / TOKENS_PER_STEP);
  return (text) => {
    budget.spend(TEXT_STEPS);
    if (!beginning.test(text)) return false;
    budget.spend(text.length * stepsPerUnit);
    return whole.test(text);
  };
}

/** A regular expression for one character. */
function sourceOf(token: Exclude<PatternToken, { kind: 'star' }>): string {
  const escaped = (codePoint: number) => `\\u{${codePoint.toString(16)}}`;
  if (token.kind === 'character') return escaped(token.codePoint);
  const ranges = token.ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`);
  return `[${token.isNegated ? '^' : ''}${ranges.join('')}]`;
}
