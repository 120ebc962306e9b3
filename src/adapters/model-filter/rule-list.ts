import { codePointName, unseenCharacter } from '@/src/core/text/odd-characters';
import type { StepBudget } from '../kit/step-budget';
import { without } from '../kit/without';
import { createMatcher, modelName } from './matcher';
import { type RuleKind, type RuleSet, rulesOnlyIn } from './model-filter-context';
import { decisionBudget } from './step-budget';

/** Longest rule that the page accepts, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** The reasons why a text cannot be a rule, in words for the model: the end of a sentence. */
const PROBLEMS = {
  empty: 'it is empty',
  blanks: 'it has blanks at its ends',
  comma: 'it holds a comma; add one rule for each pattern',
  lineBreak: 'it holds a line break',
  halfCharacter: 'it holds half of a character',
  tooLong: `it is longer than ${MAX_PATTERN_LENGTH} characters`,
  variable: 'it holds ${, which the proxy would replace by an environment variable',
  unseen: 'it holds a character that can’t be seen',
} as const;

export type RuleProblem = keyof typeof PROBLEMS;

/** A problem in words for the model; of a character that can't be seen, also its code. */
export function problemInWords(problem: RuleProblem, pattern: string): string {
  const unseen = problem === 'unseen' ? unseenCharacter(pattern) : null;
  return unseen === null ? PROBLEMS[problem] : `${PROBLEMS[problem]}: ${codePointName(unseen)}`;
}

/** The reason why a text cannot be a rule; null if it can (docs/page-protocol.md). */
export function ruleProblem(pattern: string): RuleProblem | null {
  if (pattern.trim() === '') return 'empty';
  if (pattern !== pattern.trim()) return 'blanks';
  if (pattern.includes(',')) return 'comma';
  if (/[\r\n\u2028\u2029]/.test(pattern)) return 'lineBreak';
  if (/\p{Surrogate}/u.test(pattern)) return 'halfCharacter';
  return pattern.length > MAX_PATTERN_LENGTH ? 'tooLong' : null;
}

/**
 * The reason why a text cannot become a new rule; null if it can. In addition to {@link ruleProblem}, it rejects
 * invisible characters, with which a rule could look like another, and `${`, since the proxy replaces `${NAME}` by an
 * environment variable when it loads its file (python-dotenv, also within single quotes). A rule that the page already
 * has is accepted, so that it can stay or be removed.
 */
export function newRuleProblem(pattern: string, existing: readonly string[]): RuleProblem | null {
  const problem = ruleProblem(pattern);
  if (problem !== null || existing.includes(pattern)) return problem;
  if (pattern.includes('${')) return 'variable';
  return unseenCharacter(pattern) === null ? null : 'unseen';
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
  const matches = createMatcher(pattern, budget);
  const otherMatches = createMatcher(other, budget);
  const only = ids.find((id) => matches(id) && !otherMatches(id));
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

/** A rule that equals a model's name or id but doesn't match that model, and the rule that does. Both are quoted. */
export interface MisnamedRule {
  rule: string;
  literal: string;
}

/** New rules that don't match the model of their name, because brackets are wildcards. */
export function misnamedRules(before: RuleSet, after: RuleSet, ids: readonly string[]): MisnamedRule[] {
  const names = new Set(ids.flatMap((id) => [id, modelName(id)]));
  const budget = decisionBudget();
  return rulesOnlyIn(after, before)
    .filter(({ pattern }) => names.has(pattern) && !createMatcher(pattern, budget)(pattern))
    .map(({ pattern }) => ({
      rule: JSON.stringify(pattern),
      literal: JSON.stringify(pattern.replace(/[*?[]/g, '[$&]')),
    }));
}

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel(kind: RuleKind, pattern: string): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}
