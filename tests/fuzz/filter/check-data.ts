import { assertNever } from '@/src/core/assert-never';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { assertSame } from './assert-same';
import { type FilterCall, type Kind, placesOf, type RulesByProvider, rulesOf } from './filter-call';
import type { Difference, PredictedModel, Prediction } from './predictions';

/** The observed effects of a call. */
export interface Observation {
  /** The call's provider; with several, `apply_rules` names them. */
  provider: string;
  rulesBefore: RulesByProvider;
  rulesAfter: RulesByProvider;
  before: Prediction;
  after: Prediction;
  /** The change of a provider's models in the proxy's list by saving. */
  differenceOf(provider: string): Difference;
}

/**
 * Compares the data of a successful call's result with the observed effects. Throws at the first difference.
 */
export function checkData(call: FilterCall, data: JsonObject, seen: Observation): void {
  switch (call.tool) {
    case 'add_rule':
    case 'remove_rule': {
      const decided = call.tool === 'add_rule' ? seen.after : seen.before;
      checkChange(data, seen.provider, seen);
      assertSame(
        'affected_models',
        namesIn(data, 'affected_models'),
        decidedBy(decided, seen.provider, call.kind, call.args.pattern),
      );
      return;
    }
    case 'clear_all_rules': {
      const removed = rulesOf(seen.rulesBefore, seen.provider)[call.kind];
      checkChange(data, seen.provider, seen);
      assertSame('removed_rules', data.removed_rules, removed);
      assertSame('removed_count', data.removed_count, removed.length);
      return;
    }
    case 'import_rules':
    case 'preview_rules':
      checkRuleSet(data, seen.provider, seen);
      assertSame('added outcomes', labels(addedOutcomes(data)), rulesOnlyAfter(seen, seen.provider));
      return;
    case 'apply_rules':
      for (const { provider } of call.args.rule_sets) {
        const set = ruleSetOf(data, provider);
        checkRuleSet(set, provider, seen);
        assertSame('added_rules', labels(set.added_rules), rulesOnlyAfter(seen, provider));
      }
      return;
    case 'get_models_matching_pattern':
    case 'list_models':
      assertSame('the difference', seen.differenceOf(seen.provider), { newlyHidden: [], broughtBack: [] });
      return;
    default:
      assertNever(call);
  }
}

/** `newly_hidden` and `brought_back`; the tools that can't cause one of them omit it. */
function checkChange(data: JsonObject, provider: string, seen: Observation): void {
  const said = { newlyHidden: namesIn(data, 'newly_hidden'), broughtBack: namesIn(data, 'brought_back') };
  assertSame(`whose visibility changed at ${provider}`, said, seen.differenceOf(provider));
  assertSame('provider', data.provider, provider);
}

function checkRuleSet(data: JsonObject, provider: string, seen: Observation): void {
  checkChange(data, provider, seen);
  const models = seen.after.get(provider) ?? [];
  const { newlyHidden, broughtBack } = seen.differenceOf(provider);
  assertSame('unchanged', data.unchanged, models.length - newlyHidden.length - broughtBack.length);
  const { rulesBefore, rulesAfter } = seen;
  assertSame('removed_rules', labels(data.removed_rules), rulesOnlyIn(rulesBefore, rulesAfter, provider));
  const idle = rulesIn(rulesAfter, provider)
    .filter(({ rule_type, pattern }) => decidedBy(seen.after, provider, rule_type, pattern).length === 0)
    .map(toLabel);
  assertSame('rules_without_effect', labels(data.rules_without_effect), idle.sort());
}

/** A provider's rules as the data have them. */
function rulesIn(rules: RulesByProvider, provider: string) {
  return placesOf({ [provider]: rulesOf(rules, provider) }).map(({ kind, pattern }) => ({
    rule_type: kind,
    pattern,
  }));
}

function rulesOnlyAfter({ rulesBefore, rulesAfter }: Observation, provider: string): string[] {
  return rulesOnlyIn(rulesAfter, rulesBefore, provider);
}

/** The rules that are on one side only, as texts, in code-unit order. */
function rulesOnlyIn(one: RulesByProvider, other: RulesByProvider, provider: string): string[] {
  const others = rulesIn(other, provider).map(toLabel);
  return rulesIn(one, provider)
    .map(toLabel)
    .filter((label) => !others.includes(label))
    .sort();
}

function addedOutcomes(data: JsonObject): Json {
  return (data.outcomes as JsonObject[]).filter(({ outcome }) => outcome === 'added');
}

/** Rules of the data, as texts, in code-unit order. */
function labels(rules: Json | undefined): string[] {
  return (rules as unknown as ReturnType<typeof rulesIn>).map(toLabel).sort();
}

function toLabel({ rule_type, pattern }: { rule_type: Kind; pattern: string }): string {
  return `${rule_type} ${pattern}`;
}

function ruleSetOf(data: JsonObject, provider: string): JsonObject {
  const sets = data.rule_sets as JsonObject[];
  const own = sets.find((set) => set.provider === provider);
  if (own === undefined) throw new Error(`rule_sets has no entry for ${provider}: ${JSON.stringify(sets)}`);
  return own;
}

function decidedBy(prediction: Prediction, provider: string, kind: Kind, pattern: string): string[] {
  const isDecidedByIt = ({ rule }: PredictedModel) => rule?.[0] === kind && rule[1] === pattern;
  return (prediction.get(provider) ?? [])
    .filter(isDecidedByIt)
    .map(({ name }) => name)
    .sort();
}

/** A list of names in the data, in code-unit order. */
function namesIn(data: JsonObject, key: string): string[] {
  return [...((data[key] ?? []) as string[])].sort();
}
