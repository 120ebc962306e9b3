import type { Change } from '@/src/schema/change';
import type { ChangeCause } from '@/src/schema/change-cause';
import { REFRESH } from '../records/change-cause';
import { changeKey } from './change-key';
import type { CausedChanges } from './share-changes';

/** A difference with its cause. */
export interface AttributedChange {
  /** Its time is that of the step that made it; that of the last step if no single step did; its own if there are no steps. */
  change: Change;
  cause: ChangeCause;
}

/** Rules for the cause of a difference that no recorded step contains. */
export interface FallbackCauses {
  /** True for a change that only the page makes by itself: then the page is the cause. */
  isByPage(change: Change): boolean;
  /**
   * True if this cause of a step may have contributed to a difference that is the sum of several steps. Such a difference is
   * attributed to the last of these causes, preferably one that is no call: the changes of a call are known exactly.
   */
  mayHaveMade(cause: ChangeCause): boolean;
  /** The cause if no step's cause can be used. */
  unobserved: ChangeCause;
}

/** Finds the cause of each difference between two contexts. `steps`: what was observed between the two, in order. */
export function attributeChanges(
  changes: readonly Change[],
  steps: readonly CausedChanges[],
  { isByPage, mayHaveMade, unobserved }: FallbackCauses,
): AttributedChange[] {
  const made = new Map<string, AttributedChange>();
  for (const { changes: found, cause } of steps) {
    for (const change of found) made.set(changeKey(change), { change, cause });
  }
  const possible = steps.map(({ cause }) => cause).filter(mayHaveMade);
  const otherwise = possible.findLast(({ kind }) => kind !== 'execution') ?? possible.at(-1) ?? unobserved;
  const last = steps.at(-1)?.changes.at(-1);
  return changes.map((change) => {
    const step = made.get(changeKey(change));
    const { timestamp } = step?.change ?? last ?? change;
    const fallback = isByPage(change) ? REFRESH : otherwise;
    return { change: { ...change, timestamp }, cause: step?.cause ?? fallback };
  });
}

/** The changes in the order of their times. */
export function inOrder(changes: readonly AttributedChange[]): AttributedChange[] {
  return changes.toSorted(
    ({ change: one }, { change: other }) => Date.parse(one.timestamp) - Date.parse(other.timestamp),
  );
}
