import { textError } from '@/src/core/errors';
import { limitSteps, type StepBudget, UNITS_PER_STEP } from './step-budget';

/**
 * Compiles a pattern in which `*` matches any run of characters and which has to match the whole text. There is no
 * other wildcard and no escape. Takes time linear in the length of the text for each piece of the pattern, which is charged to
 * `budget`.
 */
export function starMatcher(pattern: string, budget: StepBudget): (text: string) => boolean {
  return piecesMatcher(pattern.split('*'), budget);
}

/** As {@link starMatcher}, for a pattern that was split at its stars. */
export function piecesMatcher(pieces: readonly string[], budget: StepBudget): (text: string) => boolean {
  const [head = '', ...rest] = pieces;
  const tail = rest.pop();
  return (text) => {
    budget.spend(pieces.length + text.length / UNITS_PER_STEP);
    if (tail === undefined) return text === head;
    // The two fixed ends must not overlap: "ab*ba" doesn't match "aba".
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail))
      return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, from);
      if (found < 0 || found + piece.length > end) return false;
      from = found + piece.length;
    }
    return true;
  };
}

/** Most steps of one search with many patterns. */
const MAX_SEARCH_STEPS = 60_000_000;

/** Budget for the patterns of one call, compared with all models of a page. Its error is `too-complex`. */
export function searchBudget(): StepBudget {
  return limitSteps(MAX_SEARCH_STEPS, () => textError('too-complex', 'kit.patterns.tooMany'));
}

/**
 * Compiles patterns like that of {@link starMatcher}: true for a text that one of them matches. Exact names are looked up together. Throws
 * `too-complex` if the patterns, and the texts of all calls, are too many.
 */
export function createStarFinder(patterns: readonly string[]): (text: string) => boolean {
  const budget = searchBudget();
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const others = patterns
    .filter((pattern) => !exact.has(pattern))
    .map((pattern) => starMatcher(pattern, budget));
  return (text) => exact.has(text) || others.some((fits) => fits(text));
}
