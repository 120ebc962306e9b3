import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import type { Json } from '../json';
import { changeKey } from './change-key';
import type { PendingWrite } from './observed-page';
import { isPageChange } from './share-changes';

/** The differences between two observations of a page. */
export interface Way {
  /** The contexts. */
  from: Json;
  to: Json;
  /** The key of each change (see changeKey). */
  keys: ReadonlySet<string>;
}

/**
 * What is known of a write.
 *
 * - `made`: it was made.
 * - `uncertain`: nobody can tell, and that is its outcome.
 * - `open`: its outcome is being settled.
 * - `late`: nobody could tell, and it may still be made.
 */
export type Certainty = 'made' | 'uncertain' | 'open' | 'late';

/**
 * Which of the differences are a write's own: of one that was made, all that it was to make, and of an open one, which
 * can still be corrected, any part of that. A page makes a write as a whole, so one that nobody is certain of counts as
 * made only where all of it is seen at once.
 */
export function effectOf(
  adapter: AdapterDefinition,
  { before, after, intended }: PendingWrite,
  { from, to, keys }: Way,
  certainty: Certainty,
): (change: Change) => boolean {
  if (intended !== null) {
    const isMade = certainty === 'made' || certainty === 'open' || intended.every((key) => keys.has(key));
    return (change) => isMade && intended.includes(changeKey(change));
  }
  const isByPage = isPageChange(adapter);
  // Without a plan, the write may have made any of the differences.
  if (after === null) return (change) => certainty !== 'late' && !(certainty === 'open' && isByPage(change));
  // All but what the page changes by itself, if the page is just as it was to be.
  const write = { before, after };
  const isReached = isVisible(write) && positionIn(write, pageHashesOf(adapter, to)) === 'after';
  const isSettled = certainty === 'made' || certainty === 'uncertain';
  const isStart = isSettled || positionIn(write, pageHashesOf(adapter, from)) === 'before';
  return (change) => isReached && isStart && !isByPage(change);
}
