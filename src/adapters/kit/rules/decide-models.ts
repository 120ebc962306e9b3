import type { PageModel } from '@/src/core/adapter/page-models';
import { filterInSteps, mapInSteps, rememberedWork, type Steps } from '../slices';
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
export const decideModels = rememberedWork(decideInSteps);

/** As {@link decideModels}, as a part of other work. */
export function* decideInSteps(ids: readonly string[], rules: RuleSet): Steps<readonly DecidedModel[]> {
  const budget = decisionBudget();
  const findKeeping = yield* createRuleFinder(rules.whitelist, budget);
  const findHiding = yield* createRuleFinder(rules.ignore, budget);
  return yield* mapInSteps(ids, (id): DecidedModel => {
    const name = modelName(id);
    const keeping = findKeeping(id, name);
    if (keeping !== null) return { id, name, status: 'whitelisted', rule: { kind: 'whitelist', ...keeping } };
    const hiding = findHiding(id, name);
    if (hiding !== null) return { id, name, status: 'ignored', rule: { kind: 'ignore', ...hiding } };
    return { id, name, status: 'normal', rule: null };
  });
}

/**
 * The models that a pattern matches, whatever the rules decide. `models` must not be mutated. Throws `too-complex` if that exceeds the
 * step budget.
 */
export const matchingModels = rememberedWork((models: readonly DecidedModel[], pattern: string) => {
  const matches = createMatcher(pattern, decisionBudget());
  return filterInSteps(models, ({ id, name }) => matches(id, name));
});

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

const STATES = { normal: 'visible', whitelisted: 'kept', ignored: 'hidden' } as const;

/** A decided model as one of `models` of an adapter's definition. */
export function pageModel({ id, status }: DecidedModel): PageModel {
  return { name: id, state: STATES[status] };
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
