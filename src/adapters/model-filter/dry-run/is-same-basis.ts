import { canonicalJson } from '@/src/core/hash';
import { sameTexts } from '../../kit/rule-list/list-changes';
import { loadedModels, type ModelFilterContext, normalisedRules } from '../model-filter-context';

/**
 * True if a dry run computed on the earlier context is still valid on the later one: rules, view, providers
 * and the models known before are equal. More models may be loaded by then.
 */
export function isSameBasis(earlier: ModelFilterContext, later: ModelFilterContext): boolean {
  if (earlier === later) return true;
  const sameModels = Object.entries(earlier.models).every(([provider, ids]) =>
    sameTexts(ids, loadedModels(later, provider) ?? []),
  );
  return sameModels && basisText(earlier) === basisText(later);
}

function basisText({ provider, providers, drafts, saved, search, live }: ModelFilterContext): string {
  const rules = [normalisedRules(drafts), normalisedRules(saved)];
  return canonicalJson([provider, providers, rules, search, live === true]);
}
