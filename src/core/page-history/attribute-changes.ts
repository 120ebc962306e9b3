import type { Change } from '../adapter/adapter-definition';
import type { ChangeCause } from './change-cause';
import { changeKey } from './change-key';
import type { CausedChanges } from './share-changes';

/** A difference with its cause. */
export interface AttributedChange {
  change: Change;
  cause: ChangeCause;
}

/** What a difference counts as that no step names as such. */
export interface Unnamed {
  /** What the page changes by itself is its own. */
  isByPage(change: Change): boolean;
  /** The sum of several steps counts as made by the last that may have made it. */
  mayHaveMade?(cause: ChangeCause): boolean;
  /** Without any such step. */
  unobserved: ChangeCause;
}

/** Finds the cause of each difference between two contexts. `steps`: what was observed between the two, in order. */
export function attributeChanges(
  changes: readonly Change[],
  steps: readonly CausedChanges[],
  { isByPage, mayHaveMade = () => true, unobserved }: Unnamed,
): AttributedChange[] {
  const causes = new Map<string, ChangeCause>();
  for (const { changes: found, cause } of steps) {
    for (const change of found) causes.set(changeKey(change), cause);
  }
  const otherwise = steps.findLast(({ cause }) => mayHaveMade(cause))?.cause ?? unobserved;
  const refresh: ChangeCause = { kind: 'page', event: 'refresh' };
  return changes.map((change) => {
    const unnamed = isByPage(change) ? refresh : otherwise;
    return { change, cause: causes.get(changeKey(change)) ?? unnamed };
  });
}
