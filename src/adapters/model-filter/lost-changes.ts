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
 * The page with the unsaved rules that it lost by being loaded anew (`known`: before, `now`: since); null if it lost
 * none. A provider's rules count as lost if they were unsaved, the page shows the saved ones now, and nobody saved others
 * meanwhile. Provider and search stay as they are.
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
