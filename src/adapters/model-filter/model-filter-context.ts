import { sameTexts } from '../kit/rule-list/list-changes';
import type { RuleLists } from '../kit/rule-list/rule-lists';

/** The two lists of a provider, in the order in which they are shown; the whitelist is evaluated first. */
export const RULE_KINDS = ['ignore', 'whitelist'] as const;

/** The list that a rule is in. */
export type RuleKind = (typeof RULE_KINDS)[number];

/** A provider's rules. The order matters: the first match of a list decides. */
export type RuleSet = { ignore: string[]; whitelist: string[] };

/** Rule sets by provider. Providers whose two lists are empty are left out. Read with {@link rulesOf} only. */
export type RulesByProvider = { [provider: string]: RuleSet };

/**
 * The page's whole state, as page type `model-filter` of the page protocol defines it
 * (docs/page-protocol.md).
 */
export type ModelFilterContext = {
  provider: string;
  providers: string[];
  /** Unfiltered ids of the providers loaded so far, sorted by code point. Read with {@link loadedModels} only. */
  models: { [provider: string]: string[] };
  /** The rules as the page shows them. */
  drafts: RulesByProvider;
  /** The rules as the proxy's file holds them. */
  saved: RulesByProvider;
  search: string;
  highlight: { rule: { kind: RuleKind; pattern: string } | null; models: string[] };
  /** True while the models of the current provider are being fetched. */
  loading: boolean;
  /** The page's message on why fetching them failed. */
  error: string | null;
  /** Set if rules take effect for the proxy's clients as soon as they are changed, without saving. */
  live?: true;
  /** Number of discards of unsaved changes since the page loaded, minus undone ones. Left out: 0. */
  discards?: number;
};

/** The restorable part of a {@link ModelFilterContext}; the rest is derived, or belongs to the proxy. */
export type ModelFilterState = { provider: string; drafts: RulesByProvider; search: string };

/** The rules of a provider; two empty lists if the page has none for it. */
export function rulesOf(rules: RulesByProvider, provider: string): RuleSet {
  return Object.hasOwn(rules, provider)
    ? // A provider without rules has none of either kind.
      (rules[provider] ?? { ignore: [], whitelist: [] })
    : { ignore: [], whitelist: [] };
}

/** The ids of a provider's models, or null while they aren't loaded. */
export function loadedModels(context: ModelFilterContext, provider: string): string[] | null {
  return Object.hasOwn(context.models, provider) ? (context.models[provider] ?? null) : null;
}

/** The restorable part of a context, normalised: equal states give equal JSON. */
export function restorableState(context: ModelFilterContext): ModelFilterState {
  return {
    provider: context.provider,
    drafts: normalisedRules(context.drafts),
    search: context.search,
  };
}

/** A copy of `rules` with one provider's set replaced, normalised. */
export function withRules(rules: RulesByProvider, provider: string, set: RuleSet): RulesByProvider {
  return normalisedRules(Object.fromEntries([...Object.entries(rules), [provider, set]]));
}

/** Sorted by provider, without providers that have no rules: equal rules give equal JSON. */
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

/** All providers that one of the maps names, in code-unit order. */
export function providersOf(...maps: RulesByProvider[]): string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))].sort();
}

/** One of the two lists of a provider. */
export interface ProviderList {
  provider: string;
  kind: RuleKind;
}

/** The two lists of each provider. */
export const providerLists: RuleLists<RulesByProvider, ProviderList> = {
  isOrdered: true,
  listsIn: (...maps) =>
    providersOf(...maps).flatMap((provider) => RULE_KINDS.map((kind) => ({ provider, kind }))),
  rulesIn: (rules, { provider, kind }) => rulesOf(rules, provider)[kind],
};

/** The providers whose rules differ between two rule maps, in code-unit order. */
export function differingProviders(left: RulesByProvider, right: RulesByProvider): string[] {
  return providersOf(left, right).filter(
    (provider) => !sameRules(rulesOf(left, provider), rulesOf(right, provider)),
  );
}

/** The providers with unsaved changes, in code-unit order. */
export function unsavedProviders({ drafts, saved }: Pick<ModelFilterContext, 'drafts' | 'saved'>): string[] {
  return differingProviders(drafts, saved);
}

/** The rules of the first set that the second doesn't have, in the order of their lists. */
export function rulesOnlyIn(set: RuleSet, other: RuleSet): { kind: RuleKind; pattern: string }[] {
  return RULE_KINDS.flatMap((kind) => {
    const others = new Set(other[kind]);
    return set[kind].filter((pattern) => !others.has(pattern)).map((pattern) => ({ kind, pattern }));
  });
}
