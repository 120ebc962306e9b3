import type { RuleKind } from '../../filter/decide';

/** The search box, which a keyboard shortcut focuses. */
export const SEARCH_BOX_ID = 'search-models';

/** The id of the field that adds rules of a kind. */
export function ruleFieldId(kind: RuleKind): string {
  return `add-${kind}-rule`;
}
