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
 * The changes between two contexts as change events, all stamped with `atMs`. The page keeps no history, so
 * they are ordered by topic: view, rules, saved file.
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
    // Models of another provider that load for the first time are not reported; those of the provider in view
    // are.
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

/** The changes from one list of rules to another. A pattern that only moved is neither removed nor added. */
export function listChanges(
  before: readonly string[],
  after: readonly string[],
): ({ type: 'rule_removed' | 'rule_added'; pattern: string } | { type: 'rules_reordered' })[] {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  const removed = before.filter((pattern) => !inAfter.has(pattern));
  const added = after.filter((pattern) => !inBefore.has(pattern));
  const keptBefore = before.filter((pattern) => inAfter.has(pattern));
  // New rules are appended; any other order than that is reported as a reordering.
  const isReordered = !sameTexts([...keptBefore, ...added], after);
  return [
    ...removed.map((pattern) => ({ type: 'rule_removed' as const, pattern })),
    ...added.map((pattern) => ({ type: 'rule_added' as const, pattern })),
    ...(isReordered ? [{ type: 'rules_reordered' as const }] : []),
  ];
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
