import type { ChangeGroup } from '@/src/core/adapter/adapter-definition';
import type { Change, StateDifference } from '@/src/schema/change';
import { type Said, say } from '@/src/schema/values/said';
import { sameTexts } from '../kit/rules/list-changes';
import { diffRules, RULE_EVENTS } from '../kit/rules/provider-differences';
import { differingProviders, providerLists } from '../kit/rules/provider-rules';
import { ruleEvents } from '../kit/rules/rule-lists';
import { stamped, type UntimedChange } from '../kit/stamped';
import { LIST_MODELS } from '../kit/tool-results';
import { loadedModels, type ModelFilterContext, type ModelFilterState } from './model-filter-context';
import { LIST_RULES } from './tools/tool-parts';

/**
 * The changes between two contexts as change events with the timestamp `atMs`. The page keeps no history, so they are
 * ordered by topic: view, rules, saved file.
 */
export function diffContext(previous: ModelFilterContext, next: ModelFilterContext, atMs: number): Change[] {
  return stamped(
    [
      ...viewChanges(previous, next),
      ...ruleEvents(
        providerLists,
        [previous.drafts, next.drafts],
        RULE_EVENTS,
        ({ provider, kind }, pattern) => ({ rule_type: kind, ...pattern, provider }),
      ),
      ...fileChanges(previous, next),
    ],
    atMs,
  );
}

function viewChanges(previous: ModelFilterContext, next: ModelFilterContext): UntimedChange[] {
  const changes: UntimedChange[] = [];
  if (previous.provider !== next.provider) {
    changes.push({ type: 'provider_changed', from: previous.provider, to: next.provider });
  }
  for (const provider of Object.keys(next.models).sort()) {
    const before = loadedModels(previous, provider);
    const after = loadedModels(next, provider) ?? [];
    // Models that are loaded for the first time are reported only for the provider in view.
    const isNews = before === null ? provider === next.provider : !sameTexts(before, after);
    if (isNews) changes.push({ type: 'models_refreshed', provider, new_count: after.length });
  }
  if (previous.search !== next.search) changes.push({ type: 'search_changed', query: next.search });
  return changes;
}

/**
 * Saved: the file contains other rules. Discarded: the page's number of discards grew. The rules alone do not show a
 * discard, since removing the unsaved rules one by one leads to the same rules.
 */
function fileChanges(previous: ModelFilterContext, next: ModelFilterContext): UntimedChange[] {
  const isSaved = differingProviders(previous.saved, next.saved).length > 0;
  const isDiscarded = (next.discards ?? 0) > (previous.discards ?? 0);
  return [
    ...(isSaved ? [{ type: 'changes_saved' }] : []),
    ...(isDiscarded ? [{ type: 'changes_discarded' }] : []),
  ];
}

/** The differences between two restorable states, one line each, in the order provider, rules, search. */
export function diffState(from: ModelFilterState, to: ModelFilterState): StateDifference[] {
  const modified = (text: Said): StateDifference => ({ kind: 'modified', text });
  const searches = { from: JSON.stringify(from.search), to: JSON.stringify(to.search) };
  return [
    ...(from.provider === to.provider
      ? []
      : [modified(say('model-filter.difference.provider', { from: from.provider, to: to.provider }))]),
    ...diffRules(from.drafts, to.drafts),
    ...(from.search === to.search ? [] : [modified(say('model-filter.difference.search', searches))]),
  ];
}

/** Groups changes of rules by provider and list, and refreshed models by provider. */
export function changeGroup(change: Change): ChangeGroup {
  const { type, rule_type } = change;
  const provider = change.provider ?? null;
  if (rule_type !== undefined) return { fields: { rule_type, provider }, readWith: LIST_RULES };
  if (type === 'models_refreshed') return { fields: { provider }, readWith: LIST_MODELS };
  return { fields: {}, readWith: null };
}
