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

/** Limits on what a page may report; far above any real page. Lengths are in UTF-16 units. */
export const MAX_NAME_LENGTH = 500;
/** Search text and error. */
export const MAX_PAGE_TEXT_LENGTH = 10_000;
export const MAX_PROVIDERS = 1_000;
/** Of all providers together. */
export const MAX_MODELS = 100_000;
/** Of all providers together, in each of the shown and the saved rules. */
export const MAX_RULES = 10_000;
export const MAX_RULES_LENGTH = 500_000;
/** 200 characters (docs/page-protocol.md) of up to two units each. */
export const MAX_PATTERN_UNITS = 400;

/** The limit that a context exceeds, as the end of “The page reports …”; null if it exceeds none. */
export function excessOf(context: ModelFilterContext): string | null {
  const { provider, providers, models, drafts, saved, highlight, search, error } = context;
  const modelLists = Object.values(models);
  const named = [Object.keys(models), Object.keys(drafts), Object.keys(saved)];
  const names = [[provider], providers, ...named, ...modelLists, highlight.models];
  const patterns = [...patternLists(drafts), ...patternLists(saved), [highlight.rule?.pattern ?? '']];
  const excesses: [isExceeded: boolean, what: string][] = [
    [
      [providers, ...named].some(({ length }) => length > MAX_PROVIDERS),
      `more than ${inDigits(MAX_PROVIDERS)} providers`,
    ],
    [
      countIn(modelLists) > MAX_MODELS || highlight.models.length > MAX_MODELS,
      `more than ${inDigits(MAX_MODELS)} models`,
    ],
    [
      [drafts, saved].some((rules) => countIn(patternLists(rules)) > MAX_RULES),
      `more than ${inDigits(MAX_RULES)} rules`,
    ],
    [
      [drafts, saved].some((rules) => lengthOf(patternLists(rules)) > MAX_RULES_LENGTH),
      `rules of more than ${inDigits(MAX_RULES_LENGTH)} characters together`,
    ],
    [isLonger(patterns, MAX_PATTERN_UNITS), `a rule of more than ${MAX_PATTERN_UNITS / 2} characters`],
    [isLonger(names, MAX_NAME_LENGTH), `a name of more than ${MAX_NAME_LENGTH} characters`],
    [
      isLonger([[search, error ?? '']], MAX_PAGE_TEXT_LENGTH),
      `a search or an error of more than ${inDigits(MAX_PAGE_TEXT_LENGTH)} characters`,
    ],
  ];
  return excesses.find(([isExceeded]) => isExceeded)?.[1] ?? null;
}

function patternLists(rules: RulesByProvider): string[][] {
  return Object.values(rules).flatMap(({ ignore, whitelist }) => [ignore, whitelist]);
}

function countIn(lists: readonly string[][]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}

function lengthOf(lists: readonly string[][]): number {
  return lists.reduce((sum, list) => list.reduce((length, text) => length + text.length, sum), 0);
}

function isLonger(lists: readonly string[][], length: number): boolean {
  return lists.some((list) => list.some((text) => text.length > length));
}

function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
