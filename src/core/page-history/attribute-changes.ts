import type { Change } from '../adapter/adapter-definition';
import { type ChangeCause, REFRESH } from './change-cause';
import { changeKey } from './change-key';
import type { CausedChanges } from './share-changes';

/** A difference with its cause. */
export interface AttributedChange {
  change: Change;
  cause: ChangeCause;
}

/** Causes for differences that no recorded step contains. */
export interface Unnamed {
  /** Whether only the page makes such a change by itself: then the page is the cause. */
  isByPage(change: Change): boolean;
  /** Whether a step's cause may be used: a sum of several steps is put down to the last such step. */
  mayHaveMade(cause: ChangeCause): boolean;
  /** The cause if there is no such step. */
  unobserved: ChangeCause;
}

/** Finds the cause of each difference between two contexts. `steps`: what was observed between the two, in order. */
export function attributeChanges(
  changes: readonly Change[],
  steps: readonly CausedChanges[],
  { isByPage, mayHaveMade, unobserved }: Unnamed,
): AttributedChange[] {
  const causes = new Map<string, ChangeCause>();
  for (const { changes: found, cause } of steps) {
    for (const change of found) causes.set(changeKey(change), cause);
  }
  const otherwise = steps.findLast(({ cause }) => mayHaveMade(cause))?.cause ?? unobserved;
  return changes.map((change) => {
    const unnamed = isByPage(change) ? REFRESH : otherwise;
    return { change, cause: causes.get(changeKey(change)) ?? unnamed };
  });
}
