import type { z } from 'zod';
import { memberOf } from '@/src/core/json-values';
import { differingProviders, normalisedRules } from '../kit/rules/provider-rules';
import type { contextSchema, stateSchema } from './context-schema';

/**
 * The page's whole state, as page type `model-filter` of the page protocol defines it
 * (docs/page-protocol.md).
 */
export type ModelFilterContext = z.output<typeof contextSchema>;

/** The restorable state of a {@link ModelFilterContext}; the other fields are derived or belong to the proxy. */
export type ModelFilterState = z.output<typeof stateSchema>;

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
