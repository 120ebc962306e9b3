import { type PatternToken, parsePattern } from './parse-pattern';

/** A compiled pattern. */
export interface Matcher {
  readonly pattern: string;
  /** Whether the pattern matches a model: its name, or else its full id. */
  matchesModel(id: string, name?: string): boolean;
}

/** The name by which people know a model: what follows the first `/` of its id, or the whole id. */
export function modelName(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/**
 * Compiles a pattern with the semantics of Python's `fnmatch` on POSIX: anchored at both ends, case-sensitive, by
 * code point; `*` any run, `?` one character, `[seq]` and `[!seq]` sets. Never throws, never backtracks further than
 * the last `*`.
 */
export function createMatcher(pattern: string): Matcher {
  const tokens = parsePattern(pattern);
  const matchesText = textMatcher(tokens);
  // The name is the end of the id, so a pattern that begins with `*` matches the id whenever it matches the name.
  const idIsEnough = tokens[0]?.kind === 'star';
  return {
    pattern,
    matchesModel: (id, name = modelName(id)) => (!idIsEnough && matchesText(name)) || matchesText(id),
  };
}

function textMatcher(tokens: PatternToken[]): (text: string) => boolean {
  return quickMatcher(tokens) ?? ((text) => matchesTokens(tokens, text));
}

/** The four shapes that most rules have, as plain string comparisons; null for any other shape. */
function quickMatcher(tokens: PatternToken[]): ((text: string) => boolean) | null {
  const startsOpen = tokens[0]?.kind === 'star';
  const endsOpen = tokens.length > 1 && tokens.at(-1)?.kind === 'star';
  let literal = '';
  for (const token of tokens.slice(startsOpen ? 1 : 0, endsOpen ? -1 : undefined)) {
    if (token.kind !== 'character') return null;
    literal += String.fromCodePoint(token.codePoint);
  }
  // Half a surrogate pair would be found inside a whole one, which is another character.
  if (/\p{Surrogate}/u.test(literal)) return null;
  if (startsOpen && endsOpen) return (text) => text.includes(literal);
  if (startsOpen) return (text) => text.endsWith(literal);
  if (endsOpen) return (text) => text.startsWith(literal);
  return (text) => text === literal;
}

/** Walks both sides once; on a mismatch the last `*` takes one character more. */
function matchesTokens(tokens: PatternToken[], text: string): boolean {
  let tokenAt = 0;
  let textAt = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (textAt < text.length) {
    const codePoint = text.codePointAt(textAt) ?? 0;
    const token = tokens[tokenAt];
    if (token?.kind === 'star') {
      tokenAt += 1;
      afterStar = tokenAt;
      starEnd = textAt;
    } else if (token !== undefined && takes(token, codePoint)) {
      tokenAt += 1;
      textAt += lengthOf(codePoint);
    } else if (afterStar >= 0) {
      starEnd += lengthOf(text.codePointAt(starEnd) ?? 0);
      textAt = starEnd;
      tokenAt = afterStar;
    } else {
      return false;
    }
  }
  return tokens.slice(tokenAt).every((token) => token.kind === 'star');
}

function takes(token: Exclude<PatternToken, { kind: 'star' }>, codePoint: number): boolean {
  if (token.kind === 'character') return token.codePoint === codePoint;
  const isMember = token.ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
  return isMember !== token.isNegated;
}

function lengthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}
