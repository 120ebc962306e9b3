import { codePointName, unseenCharacter } from '@/src/core/text/odd-characters';
import { without } from '../kit/without';
import { createMatcher, modelName } from './matcher';
import { type RuleKind, type RuleSet, rulesOnlyIn } from './model-filter-context';
import { decisionBudget, type StepBudget } from './step-budget';

/** Longest rule that the page accepts, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** The reason why a text cannot be a rule, as the end of a sentence; null if it can (docs/page-protocol.md). */
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
 * The reason why a text cannot become a new rule; null if it can. In addition to {@link ruleProblem}, it rejects
 * invisible characters, with which a rule could look like another, and `${`, since the proxy replaces `${NAME}` by an
 * environment variable when it loads its file (python-dotenv, also within single quotes). A rule that the page already
 * has is accepted, so that it can stay or be removed.
 */
export function newRuleProblem(pattern: string, known: readonly string[]): string | null {
  const problem = ruleProblem(pattern);
  if (problem !== null || known.includes(pattern)) return problem;
  if (pattern.includes('${')) return 'it holds ${, which the proxy would replace by an environment variable';
  const unseen = unseenCharacter(pattern);
  return unseen === null ? null : `it holds ${codePointName(unseen)}, a character that can’t be seen`;
}

/**
 * Compares rules by text only, as the page does: true for equal rules, for `*`, or if the older rule ends with `*` and
 * the newer rule starts with the text before it. The result can be wrong (`gpt-[45]` starts like `gpt-[*`), so {@link
 * addRule} compares the matched models, too.
 */
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

/** A rule whose text seems to cover another rule or to be covered by it, with a model that disproves it. */
type FalseCoverage = {
  pattern: string;
  /** Name of a model that only the seemingly covered rule matches. */
  model: string;
};

/** Relations of a new rule to the others of its list. */
export interface Coverage {
  /** Rules that the new one covers and replaces. */
  replaced: string[];
  /** Rules whose text covers the new rule, although they do not match all its models. */
  notCoveredBy: FalseCoverage[];
  /** Rules that are kept because only their text is covered by the new rule. */
  kept: FalseCoverage[];
}

/** The outcome of adding a rule to a list. */
export type RuleAddition =
  | ({ outcome: 'added'; list: string[] } & Coverage)
  | { outcome: 'duplicate' }
  | { outcome: 'covered'; by: string[] };

/**
 * Appends a rule to a list, unless it exists or is covered, and removes the rules that it covers. Throws the errors of
 * `budget`; the additions of one import share one budget.
 */
export function addRule(
  list: readonly string[],
  pattern: string,
  ids: readonly string[],
  budget: StepBudget,
): RuleAddition {
  budget.spend(list.length);
  if (list.includes(pattern)) return { outcome: 'duplicate' };
  const by: string[] = [];
  const notCoveredBy: FalseCoverage[] = [];
  for (const older of list.filter((rule) => coversAsText(rule, pattern))) {
    const model = modelOnlyOf(pattern, older, ids, budget);
    if (model === null) by.push(older);
    else notCoveredBy.push({ pattern: older, model });
  }
  if (by.length > 0) return { outcome: 'covered', by };
  const replaced: string[] = [];
  const kept: FalseCoverage[] = [];
  for (const older of list.filter((rule) => coversAsText(pattern, rule))) {
    const model = modelOnlyOf(older, pattern, ids, budget);
    if (model === null) replaced.push(older);
    else kept.push({ pattern: older, model });
  }
  return { outcome: 'added', list: [...without(list, replaced), pattern], replaced, notCoveredBy, kept };
}

/** Sentences about new rules that equal a model's name or id but don't match it, because brackets are wildcards. */
export function misnamedNotes(before: RuleSet, after: RuleSet, ids: readonly string[]): string[] {
  const names = new Set(ids.flatMap((id) => [id, modelName(id)]));
  const budget = decisionBudget();
  return rulesOnlyIn(after, before)
    .filter(({ pattern }) => names.has(pattern) && !createMatcher(pattern, budget).matchesModel(pattern))
    .map(({ pattern }) => {
      const literal = pattern.replace(/[*?[]/g, '[$&]');
      return `${JSON.stringify(pattern)} doesn’t match the model of that name; use ${JSON.stringify(literal)}, as brackets are wildcards.`;
    });
}

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel(kind: RuleKind, pattern: string): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}
