import type { JsonObject } from '@/src/schema/values/json';
import { countOf, listed } from '../../kit/tool-results';
import { type DecidedModel, decidedCounts, decideModels, isVisible } from '../decide-models';
import { createMatcher } from '../matcher';
import { RULE_KINDS, type RuleKind, type RuleSet } from '../model-filter-context';
import { decisionBudget, type StepBudget } from '../step-budget';
import { ruleData } from './tool-parts';

/** The visibility changes between two decisions about the same models, by name. */
export interface VisibilityChange {
  newlyHidden: string[];
  broughtBack: string[];
  /** Number of models whose visibility stays the same. */
  unchanged: number;
}

export function visibilityChange(ids: readonly string[], before: RuleSet, after: RuleSet): VisibilityChange {
  const earlier = decideModels(ids, before);
  const later = decideModels(ids, after);
  const changed = (toVisible: boolean) =>
    later
      .filter((model, index) => {
        const was = earlier[index];
        return (
          was !== undefined && isVisible(was.status) !== toVisible && isVisible(model.status) === toVisible
        );
      })
      .map((model) => model.name);
  const newlyHidden = changed(false);
  const broughtBack = changed(true);
  return { newlyHidden, broughtBack, unchanged: ids.length - newlyHidden.length - broughtBack.length };
}

/** The names of the models that a rule decides. */
export function namesDecidedBy(
  ids: readonly string[],
  rules: RuleSet,
  kind: RuleKind,
  pattern: string,
): string[] {
  const isDecidedByIt = ({ rule }: DecidedModel) => rule?.kind === kind && rule.pattern === pattern;
  return decideModels(ids, rules)
    .filter(isDecidedByIt)
    .map((model) => model.name);
}

/**
 * The effect of adding a rule, as the end of a sentence. `decided`: number of models that the rule now
 * decides.
 */
export function additionEffect(
  kind: RuleKind,
  pattern: string,
  ids: readonly string[],
  decided: number,
  change: VisibilityChange,
): string {
  if (decided === 0) {
    const matcher = createMatcher(pattern, decisionBudget());
    const matches = ids.filter((id) => matcher.matchesModel(id)).length;
    return matches === 0
      ? 'it matches no model at present'
      : `it changes nothing, because other rules decide the ${countOf(matches, 'model')} that it matches`;
  }
  const changed = kind === 'ignore' ? change.newlyHidden.length : change.broughtBack.length;
  const verb = kind === 'ignore' ? 'hidden' : 'brought back';
  if (changed === decided) return `${countOf(decided, 'model')} ${verb}`;
  const holds = kind === 'ignore' ? 'hides' : 'keeps';
  return `it ${holds} ${countOf(decided, 'model')}, ${changed === 0 ? 'none' : changed} of them newly ${verb}`;
}

/**
 * The effect of removing a rule, as the end of a sentence. `decided`: number of models that the rule decided
 * before.
 */
export function removalEffect(kind: RuleKind, decided: number, change: VisibilityChange): string {
  if (decided === 0) return 'it decided no model';
  const changed = kind === 'ignore' ? change.broughtBack.length : change.newlyHidden.length;
  const verb = kind === 'ignore' ? 'visible again' : 'hidden now';
  if (changed === decided) return `${countOf(decided, 'model')} ${verb}`;
  const rest = kind === 'ignore' ? 'hidden by other rules' : 'visible';
  if (changed === 0) {
    return `the ${countOf(decided, 'model')} that it decided ${decided === 1 ? 'stays' : 'stay'} ${rest}`;
  }
  const others = decided - changed === 1 ? 'the other stays' : 'the others stay';
  return `${changed} of the ${countOf(decided, 'model')} that it decided ${changed === 1 ? 'is' : 'are'} ${verb}, ${others} ${rest}`;
}

/** The effect of changing several rules, as the end of a sentence. */
export function changeInWords({
  newlyHidden,
  broughtBack,
}: Pick<VisibilityChange, 'newlyHidden' | 'broughtBack'>): string {
  const parts = [
    ...(newlyHidden.length > 0 ? [`${countOf(newlyHidden.length, 'model')} hidden`] : []),
    ...(broughtBack.length > 0 ? [`${countOf(broughtBack.length, 'model')} brought back`] : []),
  ];
  return parts.length === 0 ? 'no model changes its visibility' : parts.join(', ');
}

/** A rule by its list. */
export interface ListedRule {
  kind: RuleKind;
  pattern: string;
}

/** A rule that decides no model, and the reason. */
export interface IdleRule extends ListedRule {
  why: 'matches no model' | 'other rules decide what it matches';
}

/** The rules of a set that decide none of these models, in the order of their lists. */
export function rulesDecidingNone(models: readonly DecidedModel[], rules: RuleSet): ListedRule[] {
  const counts = decidedCounts(models, rules);
  return RULE_KINDS.flatMap((kind) =>
    rules[kind].filter((_, index) => counts[kind][index] === 0).map((pattern) => ({ kind, pattern })),
  );
}

/** Adds the reason to rules that decide none of these models. */
export function withReasons(rules: readonly ListedRule[], models: readonly DecidedModel[]): IdleRule[] {
  const budget = decisionBudget();
  return rules.map((rule) => withReason(rule, models, budget));
}

function withReason(rule: ListedRule, models: readonly DecidedModel[], budget: StepBudget): IdleRule {
  const matcher = createMatcher(rule.pattern, budget);
  const matches = models.some(({ id, name }) => matcher.matchesModel(id, name));
  return { ...rule, why: matches ? 'other rules decide what it matches' : 'matches no model' };
}

/** The rules of a set that decide none of these models, with the reasons. */
export function idleRules(models: readonly DecidedModel[], rules: RuleSet): IdleRule[] {
  return withReasons(rulesDecidingNone(models, rules), models);
}

/** Visibility changes in the `data` of a result. */
export function changeData({ newlyHidden, broughtBack, unchanged }: VisibilityChange): JsonObject {
  return { ...listed('newly_hidden', newlyHidden), ...listed('brought_back', broughtBack), unchanged };
}

/** The effect of a whole rule set on a provider's models, in the `data` of a result. */
export function ruleSetData(ids: readonly string[], change: VisibilityChange, rules: RuleSet): JsonObject {
  return {
    ...changeData(change),
    rules_without_effect: idleRules(decideModels(ids, rules), rules).map((rule) => ({
      ...ruleData(rule),
      why: rule.why,
    })),
  };
}
