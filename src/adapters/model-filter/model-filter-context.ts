import { memberOf } from '@/src/core/json-values';
import { memberNames } from '../kit/member-names';
import { sameTexts } from '../kit/rule-list/list-changes';
import type { RuleLists } from '../kit/rule-list/rule-lists';
import { without } from '../kit/without';

/** The two lists of a provider, in display order; the whitelist is evaluated first. */
export const RULE_KINDS = ['ignore', 'whitelist'] as const;

export type RuleKind = (typeof RULE_KINDS)[number];

export type ListedRule = { kind: RuleKind; pattern: string };

/** A provider's rules in order of evaluation: the first match of a list decides. */
export type RuleSet = { ignore: string[]; whitelist: string[] };

/** Rule sets by provider, without providers whose lists are empty. Read it with {@link rulesOf} only. */
export type RulesByProvider = { [provider: string]: RuleSet };

/**
 * The page's whole state, as page type `model-filter` of the page protocol defines it
 * (docs/page-protocol.md).
 */
export type ModelFilterContext = {
  provider: string;
  providers: string[];
  /** Unfiltered ids of the providers loaded so far, sorted by code point. Read it with {@link loadedModels} only. */
  models: { [provider: string]: string[] };
  /** The rules that the page shows. */
  drafts: RulesByProvider;
  /** The rules in the proxy's file. */
  saved: RulesByProvider;
  search: string;
  highlight: { rule: ListedRule | null; models: string[] };
  /** True while the models of the current provider are being fetched. */
  loading: boolean;
  /** The page's error message if fetching the models failed. */
  error: string | null;
  /** Set if changed rules take effect for the proxy's clients at once, without saving. */
  live?: true;
  /** Number of discards of unsaved changes since the page loaded, minus undone ones. A missing value means 0. */
  discards?: number;
};

/** The restorable state of a {@link ModelFilterContext}; the other fields are derived or belong to the proxy. */
export type ModelFilterState = { provider: string; drafts: RulesByProvider; search: string };

/** The rules of a provider; two empty lists for a provider without rules. */
export function rulesOf(rules: RulesByProvider, provider: string): RuleSet {
  // A provider without rules has none of either kind.
  return memberOf(rules, provider) ?? { ignore: [], whitelist: [] };
}

/** The ids of a provider's models; null if they are not loaded. */
export function loadedModels(context: ModelFilterContext, provider: string): string[] | null {
  return memberOf(context.models, provider);
}

/** The restorable state of a context, normalized: equal states have equal JSON. */
export function restorableState(context: ModelFilterContext): ModelFilterState {
  return {
    provider: context.provider,
    drafts: normalisedRules(context.drafts),
    search: context.search,
  };
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

/** The providers with unsaved changes, in code-unit order. */
export function unsavedProviders({ drafts, saved }: Pick<ModelFilterContext, 'drafts' | 'saved'>): string[] {
  return differingProviders(drafts, saved);
}

/** The rules that only the first set contains, in the order of their lists. */
export function rulesOnlyIn(set: RuleSet, other: RuleSet): ListedRule[] {
  return RULE_KINDS.flatMap((kind) => without(set[kind], other[kind]).map((pattern) => ({ kind, pattern })));
}

/** Limits on a context, far above those of any real page. Lengths are in UTF-16 units. */
export const MAX_NAME_LENGTH = 500;
/** For the search text and the error. */
export const MAX_PAGE_TEXT_LENGTH = 10_000;
export const MAX_PROVIDERS = 1_000;
/** For all providers together. */
export const MAX_MODELS = 100_000;
/** For all providers together; applies separately to the displayed and the saved rules. */
export const MAX_RULES = 10_000;
export const MAX_RULES_LENGTH = 500_000;
/** 200 characters (docs/page-protocol.md) of up to two units each. */
export const MAX_PATTERN_UNITS = 400;
