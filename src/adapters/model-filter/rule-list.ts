import { codePointName, unseenCharacter } from '@/src/core/text/odd-characters';
import { createMatcher, modelName } from './matcher';
import { createStepBudget, type StepBudget } from './step-budget';

/** Longest rule that the page takes, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** Why a text can't be a rule, as the end of a sentence, or null if it can (docs/page-protocol.md). */
export function ruleProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'it is empty';
  if (pattern !== pattern.trim()) return 'it has blanks at its ends';
  if (pattern.includes(',')) return 'it holds a comma; add one rule for each pattern';
  if (/[\r\n\u2028\u2029]/.test(pattern)) return 'it holds a line break';
  if (/\p{Surrogate}/u.test(pattern)) return 'it holds half of a character';
  if (pattern.length > MAX_PATTERN_LENGTH) return `it is longer than ${MAX_PATTERN_LENGTH} characters`;
  return null;
}

/**
 * Why a text can't become a rule that isn't there yet: besides {@link ruleProblem}, a character that nobody sees, by which
 * a rule could pose as another, and `${`, since the proxy replaces `${NAME}` by an environment variable when it loads its
 * file (python-dotenv, also within single quotes). Such a rule that the page has already stays, and can be removed.
 */
export function newRuleProblem(pattern: string, known: readonly string[]): string | null {
  const problem = ruleProblem(pattern);
  if (problem !== null || known.includes(pattern)) return problem;
  if (pattern.includes('${')) return 'it holds ${, which the proxy would replace by an environment variable';
  const unseen = unseenCharacter(pattern);
  return unseen === null ? null : `it holds ${codePointName(unseen)}, a character that can’t be seen`;
}

/**
 * Whether an older rule makes a newer one needless. The page compares texts: equal ones, `*`, or an older rule that
 * ends with `*` and whose beginning the newer one shares. Texts can deceive (`gpt-[45]` begins like `gpt-[*`), so the
 * models have the last word: where the newer rule matches one that the older doesn't, it isn't covered.
 */
export function coversRule(older: string, newer: string, ids: readonly string[]): boolean {
  return coversAsText(older, newer) && modelOnlyOf(newer, older, ids, createStepBudget()) === null;
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

/** The name of the first model that one pattern matches and another doesn't; null if there is none. */
function modelOnlyOf(
  pattern: string,
  other: string,
  ids: readonly string[],
  budget: StepBudget,
): string | null {
  const matcher = createMatcher(pattern, budget);
  const otherMatcher = createMatcher(other, budget);
  const only = ids.find((id) => matcher.matchesModel(id) && !otherMatcher.matchesModel(id));
  return only === undefined ? null : modelName(only);
}

/** An older rule, and a model for which the texts of two rules deceive. */
export interface Deception {
  pattern: string;
  /** The name of a model that only the rule matches which the texts call covered. */
  model: string;
}

/** What adding a rule comes to. */
export type RuleAddition =
  | {
      outcome: 'added';
      list: string[];
      /** The rules that the new one covers and took the place of. */
      replaced: string[];
      /** Rules that cover the new one by their texts alone. */
      notCoveredBy: Deception[];
      /** Rules that the new one covers by its text alone, so that they stay. */
      kept: Deception[];
    }
  | { outcome: 'duplicate' }
  | { outcome: 'covered'; by: string[] };

/**
 * Adds a rule at the end of a list, unless it is there or covered, and takes out the rules that it covers. Throws what
 * `budget` throws; additions of one import share one.
 */
export function addRule(
  list: readonly string[],
  pattern: string,
  ids: readonly string[],
  budget: StepBudget = createStepBudget(),
): RuleAddition {
  budget.spend(list.length);
  if (list.includes(pattern)) return { outcome: 'duplicate' };
  const by: string[] = [];
  const notCoveredBy: Deception[] = [];
  for (const older of list.filter((rule) => coversAsText(rule, pattern))) {
    const model = modelOnlyOf(pattern, older, ids, budget);
    if (model === null) by.push(older);
    else notCoveredBy.push({ pattern: older, model });
  }
  if (by.length > 0) return { outcome: 'covered', by };
  const replaced: string[] = [];
  const kept: Deception[] = [];
  for (const older of list.filter((rule) => coversAsText(pattern, rule))) {
    const model = modelOnlyOf(older, pattern, ids, budget);
    if (model === null) replaced.push(older);
    else kept.push({ pattern: older, model });
  }
  const isReplaced = new Set(replaced);
  const rest = list.filter((older) => !isReplaced.has(older));
  return { outcome: 'added', list: [...rest, pattern], replaced, notCoveredBy, kept };
}
