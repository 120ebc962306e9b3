import { createMatcher } from './matcher';

/** Longest rule that the page takes, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** Why a text can't be a rule, as the end of a sentence, or null if it can (docs/page-protocol.md). */
export function ruleProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'it is empty';
  if (pattern !== pattern.trim()) return 'it has blanks at its ends';
  if (pattern.includes(',')) return 'it holds a comma; add one rule for each pattern';
  if (/[\r\n\u2028\u2029]/.test(pattern)) return 'it holds a line break';
  if (pattern.length > MAX_PATTERN_LENGTH) return `it is longer than ${MAX_PATTERN_LENGTH} characters`;
  return null;
}

/**
 * Whether an older rule makes a newer one needless. The page compares texts: equal ones, `*`, or an older rule that
 * ends with `*` and whose beginning the newer one shares. Texts can deceive (`gpt-[45]` begins like `gpt-[*`), so the
 * models have the last word: where the newer rule matches one that the older doesn't, it isn't covered.
 */
export function coversRule(older: string, newer: string, ids: readonly string[]): boolean {
  if (older === newer) return true;
  if (!coversAsText(older, newer)) return false;
  const olderMatcher = createMatcher(older);
  const newerMatcher = createMatcher(newer);
  return ids.every((id) => !newerMatcher.matchesModel(id) || olderMatcher.matchesModel(id));
}

/** The page's own, purely textual test. */
export function coversAsText(older: string, newer: string): boolean {
  if (older === newer || older === '*') return true;
  if (!older.endsWith('*')) return false;
  return withoutLastStar(newer).startsWith(withoutLastStar(older));
}

function withoutLastStar(pattern: string): string {
  return pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
}

/** What adding a rule comes to. */
export type RuleAddition =
  /** `replaced`: the rules that the new one covers and took the place of. */
  | { outcome: 'added'; list: string[]; replaced: string[] }
  | { outcome: 'duplicate' }
  | { outcome: 'covered'; by: string[] };

/** Adds a rule at the end of a list, unless it is there or covered, and takes out the rules that it covers. */
export function addRule(list: readonly string[], pattern: string, ids: readonly string[]): RuleAddition {
  if (list.includes(pattern)) return { outcome: 'duplicate' };
  const by = list.filter((older) => coversRule(older, pattern, ids));
  if (by.length > 0) return { outcome: 'covered', by };
  const replaced = list.filter((older) => coversRule(pattern, older, ids));
  return {
    outcome: 'added',
    list: [...list.filter((older) => !replaced.includes(older)), pattern],
    replaced,
  };
}
