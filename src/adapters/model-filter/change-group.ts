import type { ChangeGroup } from '@/src/core/adapter/adapter-definition';
import type { Change } from '@/src/schema/change';
import { PAGED_BY, RULES_PAGED_BY } from './tools/paged-by';

/** Counts changes of rules by list and provider, and refreshed models by provider. */
export function changeGroup(change: Change): ChangeGroup {
  const { provider = null, rule_type = null } = change;
  switch (change.type) {
    case 'rule_added':
    case 'rule_removed':
    case 'rules_reordered':
      return { fields: { rule_type, provider }, readWith: RULES_PAGED_BY };
    case 'models_refreshed':
      return { fields: { provider }, readWith: PAGED_BY };
    default:
      return { fields: {}, readWith: null };
  }
}
