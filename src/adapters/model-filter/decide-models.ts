import { createMatcher, modelName } from './matcher';
import type { RuleKind, RuleSet } from './model-filter-context';
import { createRuleFinder } from './rule-finder';
import { createStepBudget } from './step-budget';

/** What the rules make of a model; `ignored` is hidden, the other two are visible. */
export type ModelStatus = 'normal' | 'ignored' | 'whitelisted';

/** A rule by its place: `index` counts from 0 within its list. */
export interface RuleReference {
  kind: RuleKind;
  pattern: string;
  index: number;
}

export interface DecidedModel {
  id: string;
  name: string;
  status: ModelStatus;
  /** The rule that decides, or null if none matches. */
  rule: RuleReference | null;
}

/** Rule sets that are remembered for a list of models: those before and after a change, and after one more. */
const MAX_REMEMBERED = 3;

/** Decisions of recent rule sets, newest last, for lists still in use; the error, if they were too many to decide. */
const decisions = new WeakMap<readonly string[], Decision[]>();

interface Decision {
  rulesText: string;
  outcome: { models: readonly DecidedModel[] } | { error: unknown };
}

/**
 * The status of each model, in the given order. The whitelist is read first, then the ignore list; in each the first
 * match decides. A change looks at the same models by the same rules several times, and thousands of models by hundreds
 * of rules take their time: what was decided for the very same list is remembered, so a list must not be changed. Throws `too-complex` where that
 * would take longer than a decision may.
 */
export function decideModels(ids: readonly string[], rules: RuleSet): readonly DecidedModel[] {
  const rulesText = JSON.stringify([rules.ignore, rules.whitelist]);
  const earlier = decisions.get(ids) ?? [];
  const known = earlier.find((decision) => decision.rulesText === rulesText);
  const outcome = known?.outcome ?? outcomeOf(ids, rules);
  if (known === undefined) decisions.set(ids, [...earlier, { rulesText, outcome }].slice(-MAX_REMEMBERED));
  if ('error' in outcome) throw outcome.error;
  return outcome.models;
}

function outcomeOf(ids: readonly string[], rules: RuleSet): Decision['outcome'] {
  try {
    return { models: decide(ids, rules) };
  } catch (error) {
    return { error };
  }
}

function decide(ids: readonly string[], rules: RuleSet): DecidedModel[] {
  const budget = createStepBudget();
  const findKeeping = createRuleFinder(rules.whitelist, budget);
  const findHiding = createRuleFinder(rules.ignore, budget);
  return ids.map((id) => {
    const name = modelName(id);
    const keeping = findKeeping(id, name);
    if (keeping !== null) return { id, name, status: 'whitelisted', rule: { kind: 'whitelist', ...keeping } };
    const hiding = findHiding(id, name);
    if (hiding !== null) return { id, name, status: 'ignored', rule: { kind: 'ignore', ...hiding } };
    return { id, name, status: 'normal', rule: null };
  });
}

/** Every rule that matches a model, in the order in which the rules are read: the first one decides. */
export function matchingRules(id: string, rules: RuleSet): RuleReference[] {
  const kinds: RuleKind[] = ['whitelist', 'ignore'];
  const budget = createStepBudget();
  return kinds.flatMap((kind) =>
    rules[kind].flatMap((pattern, index) =>
      createMatcher(pattern, budget).matchesModel(id) ? [{ kind, pattern, index }] : [],
    ),
  );
}

/** Whether clients see a model of this status. */
export function isVisible(status: ModelStatus): boolean {
  return status !== 'ignored';
}

/** How many models each rule decides, by place in its list. */
export function decidedCounts(models: readonly DecidedModel[], rules: RuleSet): Record<RuleKind, number[]> {
  const counts = { ignore: rules.ignore.map(() => 0), whitelist: rules.whitelist.map(() => 0) };
  for (const { rule } of models) {
    if (rule !== null) counts[rule.kind][rule.index] = (counts[rule.kind][rule.index] ?? 0) + 1;
  }
  return counts;
}
