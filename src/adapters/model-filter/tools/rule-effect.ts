import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, type Said, say, sentences } from '@/src/schema/values/said';
import {
  type DecidedModel,
  decidedCounts,
  decideModels,
  isHidden,
  matchingModels,
} from '../../kit/rules/decide-models';
import { decisionBudget } from '../../kit/rules/decision-budget';
import { createMatcher } from '../../kit/rules/matcher';
import {
  differingProviders,
  type ListedRule,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  rulesOf,
} from '../../kit/rules/provider-rules';
import { effectOf, type RuleEffect } from '../../kit/rules/rule-lists';
import { findInSteps, rememberedValue, rememberedWork, type Steps } from '../../kit/slices';
import { counted, countOf, listed } from '../../kit/tool-results';
import { without } from '../../kit/without';
import { loadedModels, type ModelFilterContext } from '../model-filter-context';
import { ruleData } from './tool-parts';

/** Changes of visibility between two decisions about the same models. */
export type VisibilityChange = RuleEffect<DecidedModel>;

export function visibilityChange(ids: readonly string[], before: RuleSet, after: RuleSet): VisibilityChange {
  return changeOf(ids, { before, after });
}

const changeOf = rememberedValue(
  (ids: readonly string[], { before, after }: { before: RuleSet; after: RuleSet }) =>
    effectOf(decideModels(ids, before), decideModels(ids, after), isHidden, () => null),
);

export function namesOf(models: readonly DecidedModel[]): string[] {
  return models.map(({ name }) => name);
}

export function namesDecidedBy(
  ids: readonly string[],
  rules: RuleSet,
  kind: RuleKind,
  pattern: string,
): string[] {
  const isDecidedByIt = ({ rule }: DecidedModel) => rule?.kind === kind && rule.pattern === pattern;
  return namesOf(decideModels(ids, rules).filter(isDecidedByIt));
}

/** Wording of the effect on models when a rule is added to a list or removed from it. */
const WORDS = {
  ignore: { come: 'hidden', holds: 'hides', gone: 'visible again', rest: 'hidden by other rules' },
  whitelist: { come: 'brought back', holds: 'keeps', gone: 'hidden now', rest: 'visible' },
} as const;

/** A change of one list of rules (rules are added or removed), and its effect. */
export interface ListEffect extends VisibilityChange {
  kind: RuleKind;
  does: 'come' | 'gone';
}

/**
 * The models whose visibility changes in the usual direction of this change, and the key of their names in the data of
 * a result: an added ignore rule hides models, an added whitelist rule brings models back.
 */
function flipped({ kind, does, lost, regained }: ListEffect) {
  return (kind === 'ignore') === (does === 'come')
    ? { key: 'newly_hidden', models: lost }
    : { key: 'brought_back', models: regained };
}

/** The models of {@link flipped}, for the `data` of a result. */
export function flippedData(effect: ListEffect): JsonObject {
  const { key, models } = flipped(effect);
  return listed(key, namesOf(models));
}

/**
 * The effect of adding a rule, as the end of a sentence. `decided` is the number of models that the rule now decides.
 */
export function additionEffect(
  effect: ListEffect,
  pattern: string,
  models: readonly DecidedModel[],
  decided: number,
): string {
  if (decided === 0) {
    const matches = matchingModels(models, pattern).length;
    return matches === 0
      ? 'it matches no model at present'
      : `it changes nothing, because other rules decide the ${countOf(matches, 'model')} that it matches`;
  }
  const changed = flipped(effect).models.length;
  const { come, holds } = WORDS[effect.kind];
  if (changed === decided) return `${countOf(decided, 'model')} ${come}`;
  return `it ${holds} ${countOf(decided, 'model')}, ${changed === 0 ? 'none' : changed} of them newly ${come}`;
}

/**
 * The effect of removing a rule, as the end of a sentence. `decided` is the number of models that the rule decided
 * before.
 */
export function removalEffect(effect: ListEffect, decided: number): string {
  if (decided === 0) return 'it decided no model';
  const changed = flipped(effect).models.length;
  const { gone, rest } = WORDS[effect.kind];
  if (changed === decided) return `${countOf(decided, 'model')} ${gone}`;
  if (changed === 0) {
    return `the ${countOf(decided, 'model')} that it decided ${decided === 1 ? 'stays' : 'stay'} ${rest}`;
  }
  const others = decided - changed === 1 ? 'the other stays' : 'the others stay';
  return `${changed} of the ${countOf(decided, 'model')} that it decided ${changed === 1 ? 'is' : 'are'} ${gone}, ${others} ${rest}`;
}

/** The effect of other rules on the models of the page, in sentences with counts, for a preview. */
export function effectOfRules(before: ModelFilterContext, after: ModelFilterContext): Said {
  const differing = differingProviders(before.drafts, after.drafts);
  const unknown = differing.filter((provider) => loadedModels(before, provider) === null);
  const known = without(differing, unknown);
  const { lost, regained } = allChanges(
    known.map((provider) =>
      visibilityChange(
        loadedModels(before, provider) ?? [], // Known ones are loaded.
        rulesOf(before.drafts, provider),
        rulesOf(after.drafts, provider),
      ),
    ),
  );
  return sentences(
    ...counted(
      [known.length, say('model-filter.preview.changes', { hidden: lost.length, back: regained.length })],
      [unknown.length, say('model-filter.preview.effectUnknown', { providers: unknown })],
    ),
  );
}

/** Joins changes of different models, such as those of several providers. */
export function allChanges(changes: readonly VisibilityChange[]): VisibilityChange {
  return {
    lost: changes.flatMap(({ lost }) => lost),
    regained: changes.flatMap(({ regained }) => regained),
    unchanged: changes.reduce((sum, { unchanged }) => sum + unchanged, 0),
    emptied: changes.flatMap(({ emptied }) => emptied),
  };
}

/** The numbers of models that a change hides and brings back, in a line for the user. */
export function changeFacts({ lost, regained }: Pick<VisibilityChange, 'lost' | 'regained'>): Said {
  const [hidden, back] = [lost.length, regained.length];
  const facts = counted(
    [hidden, say('model-filter.result.hidden', { count: hidden })],
    [back, say('model-filter.result.broughtBack', { count: back })],
  );
  const [first = say('model-filter.result.unchanged'), ...others] = facts;
  return factsInLine(first, ...others);
}

/** The effect of changing several rules of one or more providers, as the end of a sentence. */
export function changeInWords(...changes: readonly VisibilityChange[]): string {
  const { lost, regained } = allChanges(changes);
  const parts = counted(
    [lost.length, `${countOf(lost.length, 'model')} hidden`],
    [regained.length, `${countOf(regained.length, 'model')} brought back`],
  );
  return parts.length === 0 ? 'no model changes its visibility' : parts.join(', ');
}

/** A rule that decides no model, and the reason. */
export type IdleRule = ListedRule & {
  /** True if it matches models, about which other rules decide. */
  isShadowed: boolean;
};

/** The rules of a set that decide none of these models, in the order of their lists. */
export function rulesDecidingNone(models: readonly DecidedModel[], rules: RuleSet): ListedRule[] {
  const counts = decidedCounts(models, rules);
  return RULE_KINDS.flatMap((kind) =>
    rules[kind].filter((_, index) => counts[kind][index] === 0).map((pattern) => ({ kind, pattern })),
  );
}

/** Adds the reason to rules that decide none of these models, in steps. */
export function* withReasons(
  models: readonly DecidedModel[],
  rules: readonly ListedRule[],
): Steps<IdleRule[]> {
  const budget = decisionBudget();
  const reasons: IdleRule[] = [];
  for (const rule of rules) {
    const matches = createMatcher(rule.pattern, budget);
    const matching = yield* findInSteps(models, ({ id, name }) => matches(id, name));
    reasons.push({ ...rule, isShadowed: matching !== undefined });
    yield;
  }
  return reasons;
}

/** The rules of a set that decide none of these models, with the reasons. */
export const idleRules = rememberedWork((models: readonly DecidedModel[], rules: RuleSet) =>
  withReasons(models, rulesDecidingNone(models, rules)),
);

/** Changes of visibility in the `data` of a result. */
export function changeData({ lost, regained, unchanged }: VisibilityChange): JsonObject {
  return {
    ...listed('newly_hidden', namesOf(lost)),
    ...listed('brought_back', namesOf(regained)),
    unchanged,
  };
}

/** The effect of a whole rule set on a provider's models, in the `data` of a result. */
export function ruleSetData(ids: readonly string[], change: VisibilityChange, rules: RuleSet): JsonObject {
  return {
    ...changeData(change),
    rules_without_effect: idleRules(decideModels(ids, rules), rules).map((rule) => ({
      ...ruleData(rule),
      why: rule.isShadowed ? 'other rules decide what it matches' : 'matches no model',
    })),
  };
}
