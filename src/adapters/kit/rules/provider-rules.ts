import { memberOf } from '@/src/core/json-values';
import { memberNames } from '../member-names';
import { without } from '../without';
import { sameTexts } from './list-changes';
import type { RuleLists } from './rule-lists';

/** The two lists of a provider, in display order; the whitelist is evaluated first. */
export const RULE_KINDS = ['ignore', 'whitelist'] as const;

export type RuleKind = (typeof RULE_KINDS)[number];

export type ListedRule = { kind: RuleKind; pattern: string };

/** A provider's rules in order of evaluation: the first match of a list decides. */
export type RuleSet = { ignore: string[]; whitelist: string[] };

/** Rule sets by provider, without providers whose lists are empty. Read it with {@link rulesOf} only. */
export type RulesByProvider = { [provider: string]: RuleSet };

/** The rules of a provider; two empty lists for a provider without rules. */
export function rulesOf(rules: RulesByProvider, provider: string): RuleSet {
  // A provider without rules has none of either kind.
  return memberOf(rules, provider) ?? { ignore: [], whitelist: [] };
}

/** A normalized copy of `rules` in which one provider's set is replaced. */
export function withRules(rules: RulesByProvider, provider: string, set: RuleSet): RulesByProvider {
  return normalisedRules(Object.fromEntries([...Object.entries(rules), [provider, set]]));
}

/** Normalizes rules: sorted by provider, without empty sets. Equal rules have equal JSON. */
export function normalisedRules(rules: RulesByProvider): RulesByProvider {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, set]) => set.ignore.length > 0 || set.whitelist.length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([provider, { ignore, whitelist }]) => [
        provider,
        { ignore: [...ignore], whitelist: [...whitelist] },
      ]),
  );
}

/** True if two rule sets are equal, including order. */
export function sameRules(left: RuleSet, right: RuleSet): boolean {
  return sameTexts(left.ignore, right.ignore) && sameTexts(left.whitelist, right.whitelist);
}

/** Identifies one of the two lists of a provider. */
export interface ProviderList {
  provider: string;
  kind: RuleKind;
}

export const providerLists: RuleLists<RulesByProvider, ProviderList> = {
  isOrdered: true,
  listsIn: (...maps) =>
    memberNames(...maps).flatMap((provider) => RULE_KINDS.map((kind) => ({ provider, kind }))),
  rulesIn: (rules, { provider, kind }) => rulesOf(rules, provider)[kind],
};

/** The providers whose rules differ between two rule maps, in code-unit order. */
export function differingProviders(left: RulesByProvider, right: RulesByProvider): string[] {
  return memberNames(left, right).filter(
    (provider) => !sameRules(rulesOf(left, provider), rulesOf(right, provider)),
  );
}

/** The rules that only the first set contains, in the order of their lists. */
export function rulesOnlyIn(set: RuleSet, other: RuleSet): ListedRule[] {
  return RULE_KINDS.flatMap((kind) => without(set[kind], other[kind]).map((pattern) => ({ kind, pattern })));
}
