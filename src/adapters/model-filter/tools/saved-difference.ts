import type { JsonObject } from '@/src/core/json';
import { listChanges } from '../diff-context';
import { type ModelFilterContext, type RuleKind, rulesOf } from '../model-filter-context';

/** The difference of a provider's saved rules between two contexts, in the `data` of a result. */
export function savedDifference(
  before: ModelFilterContext,
  after: ModelFilterContext,
  provider: string,
): JsonObject {
  const difference = (kind: RuleKind): JsonObject => {
    const changes = listChanges(rulesOf(before.saved, provider)[kind], rulesOf(after.saved, provider)[kind]);
    const patterns = (type: 'rule_added' | 'rule_removed') =>
      changes.flatMap((change) => (change.type === type ? [change.pattern] : []));
    return {
      added: patterns('rule_added'),
      removed: patterns('rule_removed'),
      reordered: changes.some(({ type }) => type === 'rules_reordered'),
    };
  };
  return { provider, ignore: difference('ignore'), whitelist: difference('whitelist') };
}
