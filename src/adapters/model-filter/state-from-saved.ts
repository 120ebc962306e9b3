import type { Json } from '@/src/schema/values/json';
import { stateSchema } from './context-schema';
import { type ModelFilterContext, type ModelFilterState, restorableState } from './model-filter-context';

/**
 * The page with the rules of an earlier save as unsaved changes. Provider and search stay as they are. Null if one of
 * the rules belongs to a provider that the page no longer has, since the page refuses such rules.
 */
export function stateFromSaved(context: ModelFilterContext, saved: Json): ModelFilterState | null {
  const { provider, search } = restorableState(context);
  const parsed = stateSchema.safeParse({ provider, drafts: saved, search });
  if (!parsed.success) return null;
  const isKnown = Object.keys(parsed.data.drafts).every((name) => context.providers.includes(name));
  return isKnown ? parsed.data : null;
}
