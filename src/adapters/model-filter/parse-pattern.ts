/** One token of a pattern. `?` is a negated set without members. */
export type PatternToken =
  | { kind: 'star' }
  | { kind: 'character'; codePoint: number }
  /** Ranges of code points, both ends included. */
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
  // A hyphen at the end is a member.
  while (hyphen >= 0 && hyphen < content.length - 1) {
    chunks.push(content.slice(start, hyphen));
    start = hyphen + 1;
    // The next member ends the range, so a hyphen right after it starts no range.
    hyphen = content.indexOf(HYPHEN, hyphen + 3);
  }
  return [...chunks, content.slice(start)];
}

/** Removes reversed ranges with both their ends, and joins the chunks around them. */
function withoutBackwardRanges(chunks: readonly number[][]): number[][] {
  const [last = [], ...before] = [...chunks].reverse();
  return before.reduce(
    ([right = [], ...rest], left) =>
      (left.at(-1) ?? 0) > (right[0] ?? 0)
        ? [[...left.slice(0, -1), ...right.slice(1)], ...rest]
        : [left, right, ...rest],
    [[...last]],
  );
}

/** If the first chunk is empty after that, there is no range, and its hyphen is a member. */
function rangeBetween(left: readonly number[], right: readonly number[]): [number, number] {
  const first = left.at(-1);
  return first === undefined ? [HYPHEN, HYPHEN] : [first, right[0] ?? first];
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
