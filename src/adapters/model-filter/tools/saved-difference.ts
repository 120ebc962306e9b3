import type { JsonObject } from '@/src/schema/values/json';
import { listChanges } from '../../kit/rule-list/list-changes';
import { type ModelFilterContext, type RuleKind, rulesOf } from '../model-filter-context';

/** The difference of a provider's saved rules between two contexts, in the `data` of a result. */
export function savedDifference(
  before: ModelFilterContext,
  after: ModelFilterContext,
  provider: string,
): JsonObject {
  const difference = (list: RuleKind): JsonObject => {
    const changes = listChanges(rulesOf(before.saved, provider)[list], rulesOf(after.saved, provider)[list]);
    const patterns = (kind: 'added' | 'removed') =>
      changes.flatMap((change) => (change.kind === kind ? [change.pattern] : []));
    return {
      added: patterns('added'),
      removed: patterns('removed'),
      reordered: changes.some((change) => change.kind === 'modified'),
    };
  };
  return { provider, ignore: difference('ignore'), whitelist: difference('whitelist') };
}
