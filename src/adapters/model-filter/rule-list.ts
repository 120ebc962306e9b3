import { createMatcher, modelName } from '../kit/rules/matcher';
import type { ListedRule } from '../kit/rules/provider-rules';
import { findInSteps, type Steps } from '../kit/slices';
import type { StepBudget } from '../kit/step-budget';
import { without } from '../kit/without';

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
function* modelOnlyOf(
  pattern: string,
  other: string,
  ids: readonly string[],
  budget: StepBudget,
): Steps<string | null> {
  const matches = createMatcher(pattern, budget);
  const otherMatches = createMatcher(other, budget);
  const only = yield* findInSteps(ids, (id) => matches(id) && !otherMatches(id));
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
export function* addRule(
  list: readonly string[],
  pattern: string,
  ids: readonly string[],
  budget: StepBudget,
): Steps<RuleAddition> {
  budget.spend(list.length);
  if (list.includes(pattern)) return { outcome: 'duplicate' };
  const by: string[] = [];
  const notCoveredBy: FalseCoverage[] = [];
  for (const older of list.filter((rule) => coversAsText(rule, pattern))) {
    const model = yield* modelOnlyOf(pattern, older, ids, budget);
    if (model === null) by.push(older);
    else notCoveredBy.push({ pattern: older, model });
  }
  if (by.length > 0) return { outcome: 'covered', by };
  const replaced: string[] = [];
  const kept: FalseCoverage[] = [];
  for (const older of list.filter((rule) => coversAsText(pattern, rule))) {
    const model = yield* modelOnlyOf(older, pattern, ids, budget);
    if (model === null) replaced.push(older);
    else kept.push({ pattern: older, model });
  }
  return { outcome: 'added', list: [...without(list, replaced), pattern], replaced, notCoveredBy, kept };
}

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel({ kind, pattern }: ListedRule): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}
