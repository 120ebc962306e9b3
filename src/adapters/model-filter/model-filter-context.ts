import { memberOf } from '@/src/core/json-values';
import {
  differingProviders,
  type ListedRule,
  normalisedRules,
  type RulesByProvider,
} from '../kit/rules/provider-rules';

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

/** The providers with unsaved changes, in code-unit order. */
export function unsavedProviders({ drafts, saved }: Pick<ModelFilterContext, 'drafts' | 'saved'>): string[] {
  return differingProviders(drafts, saved);
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
