import { createMatcher, createRuleFinder, modelName } from './matcher';
import type { ListedRule, RuleKind, RuleSet } from './model-filter-context';
import { decisionBudget } from './step-budget';

/** The result of the rules for a model. `ignored` models are hidden, the others visible. */
export type ModelStatus = 'normal' | 'ignored' | 'whitelisted';

/** A rule and its position; `index` counts from 0 within its list. */
export interface RuleReference extends ListedRule {
  index: number;
}

export interface DecidedModel {
  id: string;
  name: string;
  status: ModelStatus;
  /** The rule that decides, or null if none matches. */
  rule: RuleReference | null;
}

/**
 * Most rule sets whose decisions are cached for one list of models: the rules before a change, those after it, and one
 * more.
 */
const MAX_REMEMBERED = 3;

/**
 * Cached decisions, newest last, with the error if deciding threw. Keyed by the list of models, so that entries are
 * freed with it.
 */
const decisions = new WeakMap<readonly string[], Decision[]>();

interface Decision {
  rulesText: string;
  outcome: { models: readonly DecidedModel[] } | { error: unknown };
}

/**
 * The status of each model, in the given order. The whitelist is read first, then the ignore list; the first
 * match in a list decides. Decisions are cached for the same `ids` array, because one change decides the same
 * models several times; so the array must not be mutated. Throws `too-complex` if deciding exceeds the step
 * budget.
 */
export function decideModels(ids: readonly string[], rules: RuleSet): readonly DecidedModel[] {
  const rulesText = JSON.stringify([rules.ignore, rules.whitelist]);
  // No decision about this list of models is cached yet.
  const earlier = decisions.get(ids) ?? [];
  const cached = earlier.find((decision) => decision.rulesText === rulesText);
  const outcome = cached?.outcome ?? outcomeOf(ids, rules);
  if (cached === undefined) decisions.set(ids, [...earlier, { rulesText, outcome }].slice(-MAX_REMEMBERED));
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
  const budget = decisionBudget();
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

/** All rules that match a model, in order of evaluation; the first one decides. */
export function matchingRules(id: string, rules: RuleSet): RuleReference[] {
  const kinds: RuleKind[] = ['whitelist', 'ignore'];
  const budget = decisionBudget();
  return kinds.flatMap((kind) =>
    rules[kind].flatMap((pattern, index) =>
      createMatcher(pattern, budget)(id) ? [{ kind, pattern, index }] : [],
    ),
  );
}

/** True if clients see models of this status. */
export function isVisible(status: ModelStatus): boolean {
  return status !== 'ignored';
}

/** True if the rules hide a model from clients. */
export function isHidden({ status }: DecidedModel): boolean {
  return !isVisible(status);
}

/** The number of models that each rule decides, by the rule's position in its list. */
export function decidedCounts(models: readonly DecidedModel[], rules: RuleSet): Record<RuleKind, number[]> {
  const counts = { ignore: rules.ignore.map(() => 0), whitelist: rules.whitelist.map(() => 0) };
  for (const { rule } of models) {
    if (rule !== null) counts[rule.kind][rule.index] = (counts[rule.kind][rule.index] ?? 0) + 1;
  }
  return counts;
}
