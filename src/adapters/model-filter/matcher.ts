import { assertNever } from '@/src/core/assert-never';
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
 * What a pattern looks for. Most rules have one of the four plain shapes, which compare texts as they are: the whole
 * text, its beginning, its end, or any part of it.
 */
export type PatternShape =
  | { kind: 'whole' | 'beginning' | 'end' | 'part'; literal: string }
  | { kind: 'tokens'; tokens: PatternToken[] };

/**
 * Compiles a pattern with the semantics of Python's `fnmatch` on POSIX: anchored at both ends, case-sensitive, by
 * code point; `*` any run, `?` one character, `[seq]` and `[!seq]` sets. Never throws, never backtracks further than
 * the last `*`.
 */
export function createMatcher(pattern: string): Matcher {
  return { pattern, matchesModel: modelMatcher(patternShape(pattern)) };
}

/** Whether a pattern of this shape matches a model: its name, or else its full id. */
export function modelMatcher(shape: PatternShape): (id: string, name?: string) => boolean {
  const matchesText = textMatcher(shape);
  // The name is the end of the id, so a pattern that begins with `*` matches the id whenever it matches the name.
  if (beginsOpen(shape)) return matchesText;
  return (id, name = modelName(id)) => matchesText(name) || matchesText(id);
}

/** The shape of a pattern. */
export function patternShape(pattern: string): PatternShape {
  const tokens = parsePattern(pattern);
  const startsOpen = tokens[0]?.kind === 'star';
  const endsOpen = tokens.length > 1 && tokens.at(-1)?.kind === 'star';
  let literal = '';
  for (const token of tokens.slice(startsOpen ? 1 : 0, endsOpen ? -1 : undefined)) {
    if (token.kind !== 'character') return { kind: 'tokens', tokens };
    literal += String.fromCodePoint(token.codePoint);
  }
  // Half a surrogate pair would be found inside a whole one, which is another character.
  if (/\p{Surrogate}/u.test(literal)) return { kind: 'tokens', tokens };
  if (startsOpen) return { kind: endsOpen ? 'part' : 'end', literal };
  return { kind: endsOpen ? 'beginning' : 'whole', literal };
}

function beginsOpen(shape: PatternShape): boolean {
  switch (shape.kind) {
    case 'end':
    case 'part':
      return true;
    case 'whole':
    case 'beginning':
      return false;
    case 'tokens':
      return shape.tokens[0]?.kind === 'star';
    default:
      return assertNever(shape);
  }
}

function textMatcher(shape: PatternShape): (text: string) => boolean {
  switch (shape.kind) {
    case 'whole':
      return (text) => text === shape.literal;
    case 'beginning':
      return (text) => text.startsWith(shape.literal);
    case 'end':
      return (text) => text.endsWith(shape.literal);
    case 'part':
      return (text) => text.includes(shape.literal);
    case 'tokens':
      return (text) => matchesTokens(shape.tokens, text);
    default:
      return assertNever(shape);
  }
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
