import type { StateDifference } from '@/src/core/records/change';
import { diffState as diffPage } from '../model-filter/diff-state';
import type { RulesByProvider } from '../model-filter/model-filter-context';
import type { LlmProxyState } from './proxy-context';

/** The differences between two restorable states, one line for each rule, in the words of the model filter. */
export function diffState(from: LlmProxyState, to: LlmProxyState): StateDifference[] {
  return diffPage(rulesAlone(from.filters), rulesAlone(to.filters));
}

/** The model filter also compares a view, which this page doesn't have. */
function rulesAlone(drafts: RulesByProvider) {
  return { provider: '', search: '', drafts };
}
