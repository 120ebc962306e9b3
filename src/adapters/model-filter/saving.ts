import type { Json } from '@/src/schema/values/json';
import { stateSchema } from './context-schema';
import {
  differingProviders,
  type ModelFilterContext,
  type ModelFilterState,
  restorableState,
  rulesOf,
  sameRules,
  withRules,
} from './model-filter-context';

/**
 * The state that restores the unsaved rules that a reload of the page discarded; null if there are none. `known` is the
 * context before, `now` the current one. A provider's rules are lost if they were unsaved, the page now shows the saved
 * ones, and the saved ones are still the same. Provider and search stay unchanged.
 */
export function lostState(known: ModelFilterContext, now: ModelFilterContext): ModelFilterState | null {
  const lost = differingProviders(known.drafts, known.saved).filter((provider) => {
    const saved = rulesOf(now.saved, provider);
    return (
      // The page refuses rules of a provider that it no longer has.
      now.providers.includes(provider) &&
      sameRules(rulesOf(now.drafts, provider), saved) &&
      sameRules(rulesOf(known.saved, provider), saved)
    );
  });
  if (lost.length === 0) return null;
  const drafts = lost.reduce(
    (rules, provider) => withRules(rules, provider, rulesOf(known.drafts, provider)),
    now.drafts,
  );
  return restorableState({ ...now, drafts });
}

/**
 * The page's state with the rules of an earlier save as unsaved changes; provider and search stay the same. Null if one
 * of the rules belongs to a provider that the page no longer has, since the page refuses such rules.
 */
export function stateFromSaved(context: ModelFilterContext, saved: Json): ModelFilterState | null {
  const { provider, search } = restorableState(context);
  const parsed = stateSchema.safeParse({ provider, drafts: saved, search });
  if (!parsed.success) return null;
  const isKnown = Object.keys(parsed.data.drafts).every((name) => context.providers.includes(name));
  return isKnown ? parsed.data : null;
}
