import type { RuleKind } from '../../../filter/decide';
import type { RuleView } from '../../state/page-view';
import { figure } from '../counted';

/** The titles of the two lists. */
export const RULE_LIST_TITLES: Record<RuleKind, string> = {
  ignore: 'Ignore rules',
  whitelist: 'Whitelist rules',
};

/** The current effect of a rule, in two or three words. */
export function ruleEffect({ kind, decides }: Pick<RuleView, 'kind' | 'decides'>): string {
  if (decides.length === 0) return 'no effect now';
  return `${kind === 'ignore' ? 'hides' : 'keeps'} ${figure(decides.length)}`;
}
