import type { RuleKind } from '../../filter/decide';

/** The search box, which the keyboard finds from anywhere. */
export const SEARCH_BOX_ID = 'search-models';

/** The field that adds rules of a kind. */
export function ruleFieldId(kind: RuleKind): string {
  return `add-${kind}-rule`;
}
