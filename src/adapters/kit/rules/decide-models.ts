import { rememberedWork, type Steps } from '../slices';
import { decisionBudget } from './decision-budget';
import { createMatcher, createRuleFinder, modelName } from './matcher';
import type { ListedRule, RuleKind, RuleSet } from './provider-rules';

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
 * The status of each model, in the given order. The whitelist is read first, then the ignore list; the first
 * match in a list decides. Decisions are cached for the same `ids` array, because one change decides the same
 * models several times; so the array must not be mutated. Throws `too-complex` if deciding exceeds the step
 * budget.
 */
export const decideModels = rememberedWork(decide);

function* decide(ids: readonly string[], rules: RuleSet): Steps<readonly DecidedModel[]> {
  const budget = decisionBudget();
  const findKeeping = createRuleFinder(rules.whitelist, budget);
  const findHiding = createRuleFinder(rules.ignore, budget);
  const decided: DecidedModel[] = [];
  for (const id of ids) {
    const name = modelName(id);
    const keeping = findKeeping(id, name);
    const hiding = keeping === null ? findHiding(id, name) : null;
    if (keeping !== null)
      decided.push({ id, name, status: 'whitelisted', rule: { kind: 'whitelist', ...keeping } });
    else if (hiding !== null)
      decided.push({ id, name, status: 'ignored', rule: { kind: 'ignore', ...hiding } });
    else decided.push({ id, name, status: 'normal', rule: null });
    yield;
  }
  return decided;
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
