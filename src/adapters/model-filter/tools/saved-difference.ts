import type { JsonObject } from '@/src/core/json';
import { listChanges } from '../diff-context';
import {
  type ModelFilterContext,
  providersOf,
  type RuleKind,
  rulesOf,
  sameRules,
} from '../model-filter-context';

/** The providers whose saved rules differ between two contexts, in code-unit order. */
export function savedElsewhere(before: ModelFilterContext, after: ModelFilterContext): string[] {
  return providersOf(before.saved, after.saved).filter(
    (provider) => !sameRules(rulesOf(before.saved, provider), rulesOf(after.saved, provider)),
  );
}

/** How a provider's saved rules differ between two contexts, as data. */
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
