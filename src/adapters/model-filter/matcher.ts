import { assertNever } from '@/src/core/assert-never';
import { type PatternToken, parsePattern } from './parse-pattern';
import { type StepBudget, UNITS_PER_STEP } from './step-budget';
import { createTokenMatcher } from './token-matcher';

/** Steps to parse one character of a pattern. */
const STEPS_TO_PARSE = 20;

/** A compiled pattern. */
export interface Matcher {
  readonly pattern: string;
  /** True if the pattern matches the name or the full id of a model. */
  matchesModel(id: string, name?: string): boolean;
}

/** A model's display name: the part of its id after the first `/`, or the whole id. */
export function modelName(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/**
 * The form of a pattern. Most rules have one of the four plain forms, which are compared as text: the whole
 * text, its beginning, its end, or any part of it.
 */
export type PatternShape =
  | { kind: 'whole' | 'beginning' | 'end' | 'part'; literal: string }
  | { kind: 'tokens'; tokens: PatternToken[] };

/**
 * Compiles a pattern with the semantics of Python's `fnmatch` on POSIX: anchored at both ends,
 * case-sensitive, by code point; `*` any run, `?` one character, `[seq]` and `[!seq]` sets. Never backtracks.
 * Throws only what `budget` does; matchers that work on the same decision share one budget.
 */
export function createMatcher(pattern: string, budget: StepBudget): Matcher {
  return { pattern, matchesModel: modelMatcher(patternShape(pattern, budget), budget) };
}

/** Matches the name or the full id of a model against a pattern of this form. */
export function modelMatcher(
  shape: PatternShape,
  budget: StepBudget,
): (id: string, name?: string) => boolean {
  const matchesText = textMatcher(shape, budget);
  // The name is the end of the id, so a pattern that begins with `*` matches the id whenever it matches the name.
  if (beginsOpen(shape)) return matchesText;
  return (id, name) => matchesText(name ?? modelName(id)) || matchesText(id);
}

export function patternShape(pattern: string, budget: StepBudget): PatternShape {
  budget.spend(pattern.length * STEPS_TO_PARSE);
  const tokens = parsePattern(pattern);
  const startsOpen = tokens[0]?.kind === 'star';
  const endsOpen = tokens.length > 1 && tokens.at(-1)?.kind === 'star';
  let literal = '';
  for (const token of tokens.slice(startsOpen ? 1 : 0, endsOpen ? -1 : undefined)) {
    if (token.kind !== 'character') return { kind: 'tokens', tokens };
    literal += String.fromCodePoint(token.codePoint);
  }
  // A lone surrogate would also be found inside a pair, which is another character.
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

function textMatcher(shape: PatternShape, budget: StepBudget): (text: string) => boolean {
  const counted = (matches: (text: string) => boolean) => (text: string) => {
    budget.spend(1 + text.length / UNITS_PER_STEP);
    return matches(text);
  };
  switch (shape.kind) {
    case 'whole':
      return counted((text) => text === shape.literal);
    case 'beginning':
      return counted((text) => text.startsWith(shape.literal));
    case 'end':
      return counted((text) => text.endsWith(shape.literal));
    case 'part':
      return counted((text) => text.includes(shape.literal));
    case 'tokens':
      return createTokenMatcher(shape.tokens, budget);
    default:
      return assertNever(shape);
  }
}
