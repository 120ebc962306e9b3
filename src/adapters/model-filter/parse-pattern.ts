/** One step of a pattern. `?` is a negated set without members. */
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
 * A pattern as tokens. Every text is a pattern: an unclosed `[` stands for itself, `]` right after the opening is a
 * member, there is no escape character, and adjacent stars are one.
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

/** Where the set that begins at `start` ends, or -1 if it never does. */
function closingBracket(codePoints: number[], start: number): number {
  const firstMember = codePoints[start] === NOT ? start + 1 : start;
  return codePoints.indexOf(CLOSE, firstMember + 1);
}

function setToken(content: number[]): PatternToken {
  const isNegated = content[0] === NOT;
  const members = isNegated ? content.slice(1) : content;
  const ranges: [number, number][] = [];
  let at = 0;
  while (at < members.length) {
    const first = members[at] ?? 0;
    const last = members[at + 1] === HYPHEN ? members[at + 2] : undefined;
    if (last === undefined) {
      ranges.push([first, first]);
      at += 1;
    } else {
      // A range that runs backwards has no members.
      if (first <= last) ranges.push([first, last]);
      at += 3;
    }
  }
  const only = ranges.length === 1 ? ranges[0] : undefined;
  // `[*]` is how a pattern spells a literal star: as a character it stays on the quick path.
  if (!isNegated && only !== undefined && only[0] === only[1])
    return { kind: 'character', codePoint: only[0] };
  return { kind: 'set', ranges, isNegated };
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
