import type { Change } from '@/src/core/records/change';
import {
  differingProviders,
  loadedModels,
  type ModelFilterContext,
  providersOf,
  RULE_KINDS,
  rulesOf,
  sameTexts,
} from './model-filter-context';

type Fields = { type: string; [field: string]: string | number };

/**
 * What changed between two contexts, as the ledger's change events (A-041..A-049), all stamped with `atMs`. The page
 * keeps no history, so the order is the one in which it makes sense: the view, the rules, then the file.
 */
export function diffContext(previous: ModelFilterContext, next: ModelFilterContext, atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  return [...viewChanges(previous, next), ...ruleChanges(previous, next), ...fileChanges(previous, next)].map(
    ({ type, ...fields }) => ({ type, timestamp, ...fields }),
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
    // What loads behind the scenes is no news; the models in view are.
    const isNews = before === null ? provider === next.provider : !sameTexts(before, after);
    if (isNews) changes.push({ type: 'models_refreshed', provider, new_count: after.length });
  }
  if (previous.search !== next.search) changes.push({ type: 'search_changed', query: next.search });
  return changes;
}

function ruleChanges(previous: ModelFilterContext, next: ModelFilterContext): Fields[] {
  return providersOf(previous.drafts, next.drafts).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) => {
      const before = rulesOf(previous.drafts, provider)[kind];
      const after = rulesOf(next.drafts, provider)[kind];
      return listChanges(before, after).map(({ type, ...pattern }) => ({
        type,
        rule_type: kind,
        ...pattern,
        provider,
      }));
    }),
  );
}

/** What turns one list of rules into another. A pattern that only moved is neither removed nor added. */
export function listChanges(
  before: readonly string[],
  after: readonly string[],
): ({ type: 'rule_removed' | 'rule_added'; pattern: string } | { type: 'rules_reordered' })[] {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  const removed = before.filter((pattern) => !inAfter.has(pattern));
  const added = after.filter((pattern) => !inBefore.has(pattern));
  const keptBefore = before.filter((pattern) => inAfter.has(pattern));
  // A new rule goes to the end of its list: if these steps alone don't give the new order, it was changed as well.
  const isReordered = !sameTexts([...keptBefore, ...added], after);
  return [
    ...removed.map((pattern) => ({ type: 'rule_removed' as const, pattern })),
    ...added.map((pattern) => ({ type: 'rule_added' as const, pattern })),
    ...(isReordered ? [{ type: 'rules_reordered' as const }] : []),
  ];
}

/**
 * Saved: the file holds other rules. Discarded: the page counted another discard. The rules alone don't show it, since
 * removing the unsaved rules one by one leads to the same page.
 */
function fileChanges(previous: ModelFilterContext, next: ModelFilterContext): Fields[] {
  const isSaved = differingProviders(previous.saved, next.saved).length > 0;
  const isDiscarded = (next.discards ?? 0) > (previous.discards ?? 0);
  return [
    ...(isSaved ? [{ type: 'changes_saved' }] : []),
    ...(isDiscarded ? [{ type: 'changes_discarded' }] : []),
  ];
}
