import type { StateDifference } from '@/src/schema/change';
import { type SaidText, say } from '@/src/schema/values/said';

/** The kinds of differences, the riskiest first. */
const KINDS = ['removed', 'modified', 'added'] as const;

/** Numbers of differences by kind, e.g. `3 removed and 6 added`. */
export function kindsOf(entries: readonly Pick<StateDifference, 'kind'>[]): SaidText {
  const items = KINDS.flatMap((kind) => {
    const count = entries.filter((entry) => entry.kind === kind).length;
    return count === 0 ? [] : [say(`checkpoints.kindCount.${kind}`, { count })];
  });
  return say('common.list', { items });
}
