import type { RuleUse } from '@/src/schema/values/rule-use';
import { mapInSteps, type Steps } from '../slices';
import type { StepBudget } from '../step-budget';
import { createStepBudget, MAX_DECISION_STEPS } from './decision-budget';
import { createMatcher } from './matcher';
import { type ProviderList, providerLists, type RulesByProvider } from './provider-rules';

/** A list of rules, and the models that they are compared with; null if these are unknown. */
export interface UsedList extends Pick<RuleUse, 'list' | 'keeps'> {
  rules: readonly string[];
  models: readonly string[] | null;
  /** True if the first rule that matches decides; false if all of them do. */
  isOrdered: boolean;
  /** Compiles a rule as the server does: true for a model that it matches. Charges its work to `budget`. */
  matcher(pattern: string, budget: StepBudget): (model: string) => boolean;
}

/** Most steps of one count: every rule is compared with every model, though another rule decides. */
const MAX_USE_STEPS = 5 * MAX_DECISION_STEPS;

/** Most names of models for one rule. Further ones are counted. */
const MAX_RULE_MODELS = 100;

/**
 * The rules of all lists, with the models that each one decides. Lists that keep models come first: the others don't decide about those.
 * Throws `too-complex` if that exceeds the step budget.
 */
export function* countRuleUse(lists: readonly UsedList[]): Steps<readonly RuleUse[]> {
  const budget = createStepBudget(MAX_USE_STEPS);
  const kept = new Set<string>();
  const all: RuleUse[] = [];
  for (const { list, keeps, rules, models, isOrdered, matcher } of lists) {
    const uses = yield* mapInSteps(rules, (pattern) => {
      const use: RuleUse = { list, keeps, pattern, decides: models && 0, alone: 0, models: [] };
      return { use, matches: matcher(pattern, budget) };
    });
    for (const model of models ?? []) {
      const matching = kept.has(model) ? [] : uses.filter(({ matches }) => matches(model));
      for (const { use } of isOrdered ? matching.slice(0, 1) : matching) {
        use.decides = (use.decides ?? 0) + 1; // It is a number, since the models are known.
        if (matching.length === 1) use.alone += 1;
        if (use.models.length < MAX_RULE_MODELS) use.models.push(model);
      }
      if (keeps && matching.length > 0) kept.add(model);
      yield;
    }
    all.push(...uses.map(({ use }) => use));
  }
  return all;
}

/** As {@link countRuleUse}, for the lists of providers. `modelsOf`: the models that a list applies to. */
export function countProviderRuleUse(
  rules: RulesByProvider,
  modelsOf: (list: ProviderList) => readonly string[] | null,
): Steps<readonly RuleUse[]> {
  const lists = providerLists.listsIn(rules).map((list): UsedList => {
    const { provider, kind } = list;
    return {
      list: provider,
      keeps: kind === 'whitelist',
      rules: providerLists.rulesIn(rules, list),
      models: modelsOf(list),
      isOrdered: true,
      matcher: createMatcher,
    };
  });
  return countRuleUse(lists.toSorted((one, other) => Number(other.keeps) - Number(one.keeps)));
}
