import type { Change } from '@/src/schema/change';
import { sameTexts } from '../kit/rule-list/list-changes';
import { ruleChanges, ruleEvent, stamped } from '../kit/rule-list/rule-lists';
import {
  differingProviders,
  loadedModels,
  type ModelFilterContext,
  providerLists,
} from './model-filter-context';

type Fields = { type: string; [field: string]: string | number };

/**
 * The changes between two contexts as change events, all stamped with `atMs`. The page keeps no history, so
 * they are ordered by topic: view, rules, saved file.
 */
export function diffContext(previous: ModelFilterContext, next: ModelFilterContext, atMs: number): Change[] {
  return stamped(
    [...viewChanges(previous, next), ...ruleEvents(previous, next), ...fileChanges(previous, next)],
    atMs,
  );
}

function viewChanges(previous: ModelFilterContext, next: ModelFilterContext): Fields[] {
  const changes: Fields[] = [];
  if (previous.provider !== next.provider) {
    changes.push({ type: 'provider_changed', from: previous.provider, to: next.provider });
  }
  for (const provider of Object.keys(next.models).sort()) {
    const before = loadedModels(previous, provider);
    const after = loadedModels(next, provider) ?? [];
    // Models of another provider that load for the first time are not reported; those of the provider in view
    // are.
    const isNews = before === null ? provider === next.provider : !sameTexts(before, after);
    if (isNews) changes.push({ type: 'models_refreshed', provider, new_count: after.length });
  }
  if (previous.search !== next.search) changes.push({ type: 'search_changed', query: next.search });
  return changes;
}

/** The types of changes of rules. */
export const RULE_EVENTS = {
  added: 'rule_added',
  removed: 'rule_removed',
  modified: 'rules_reordered',
} as const;

function ruleEvents(previous: ModelFilterContext, next: ModelFilterContext): Fields[] {
  return ruleChanges(providerLists, previous.drafts, next.drafts).map(
    ({ list: { provider, kind }, change }) => {
      const { type, ...pattern } = ruleEvent(RULE_EVENTS, change);
      return { type, rule_type: kind, ...pattern, provider };
    },
  );
}

/**
 * Saved: the file holds other rules. Discarded: the page's count of discards grew; the rules alone don't show
 * that, since removing the unsaved rules one by one leads to the same page.
 */
function fileChanges(previous: ModelFilterContext, next: ModelFilterContext): Fields[] {
  const isSaved = differingProviders(previous.saved, next.saved).length > 0;
  const isDiscarded = (next.discards ?? 0) > (previous.discards ?? 0);
  return [
    ...(isSaved ? [{ type: 'changes_saved' }] : []),
    ...(isDiscarded ? [{ type: 'changes_discarded' }] : []),
  ];
}
