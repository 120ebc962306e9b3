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
