import type { Change } from '../adapter/adapter-definition';
import type { ChangeCause } from './change-cause';
import { changeKey } from './change-key';
import type { CausedChanges } from './share-changes';

/** A difference with its cause. */
export interface AttributedChange {
  change: Change;
  cause: ChangeCause;
}

/**
 * Finds the cause of each difference between two contexts. `steps`: what was observed between the two, in order. A
 * difference that no step names as such, since it is the sum of several, counts as made by the last that `mayHaveMade`
 * it; without any such step its cause is `unobserved`.
 */
export function attributeChanges(
  changes: readonly Change[],
  steps: readonly CausedChanges[],
  unobserved: ChangeCause,
  mayHaveMade: (cause: ChangeCause) => boolean = () => true,
): AttributedChange[] {
  const causes = new Map<string, ChangeCause>();
  for (const { changes: found, cause } of steps) {
    for (const change of found) causes.set(changeKey(change), cause);
  }
  const otherwise = steps.findLast(({ cause }) => mayHaveMade(cause))?.cause ?? unobserved;
  return changes.map((change) => ({ change, cause: causes.get(changeKey(change)) ?? otherwise }));
}
