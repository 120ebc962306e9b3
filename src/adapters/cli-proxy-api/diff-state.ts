import type { StateDifference } from '@/src/core/records/change';
import { differingLists, rulesOf } from './exclusion-list';
import type { CliProxyState } from './proxy-context';

/** The differences between two restorable states, one line for each rule. */
export function diffState(from: CliProxyState, to: CliProxyState): StateDifference[] {
  return differingLists(from, to).flatMap((list): StateDifference[] => {
    const { removed, added } = ruleChanges(rulesOf(from, list), rulesOf(to, list));
    const line = (kind: StateDifference['kind']) => (rule: string) => ({
      kind,
      text: `${list.id}: exclusion ${JSON.stringify(rule)}`,
    });
    const lines = [...removed.map(line('removed')), ...added.map(line('added'))];
    return lines.length > 0 ? lines : [{ kind: 'modified', text: `${list.id}: order of the exclusions` }];
  });
}

/** The rules that go and come between two lists. */
export function ruleChanges(
  before: readonly string[],
  after: readonly string[],
): { removed: string[]; added: string[] } {
  return {
    removed: before.filter((rule) => !after.includes(rule)),
    added: after.filter((rule) => !before.includes(rule)),
  };
}
