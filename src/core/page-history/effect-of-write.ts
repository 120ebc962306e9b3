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

/** What is known of a write: that it was made; that its outcome is settled, and uncertain; or that it is still pending. */
export type Certainty = 'made' | 'uncertain' | 'pending';

/**
 * Which of the differences are a write's own. Of a write that was made, all that it was to make. A page makes a write as
 * a whole, so one that nobody is certain of counts as made only where all of it is seen at once.
 */
export function effectOf(
  adapter: AdapterDefinition,
  { before, after, intended }: PendingWrite,
  { from, to, keys }: Way,
  certainty: Certainty,
): (change: Change) => boolean {
  if (intended !== null) {
    const isMade = certainty === 'made' || intended.every((key) => keys.has(key));
    return (change) => isMade && intended.includes(changeKey(change));
  }
  // Without a plan, any of the differences may be the write's.
  if (after === null) return () => certainty !== 'pending';
  // All but what the page changes by itself, if the page is just as it was to be.
  const write = { before, after };
  const isReached = isVisible(write) && positionIn(write, pageHashesOf(adapter, to)) === 'after';
  const isStart = certainty !== 'pending' || positionIn(write, pageHashesOf(adapter, from)) === 'before';
  const isByPage = isPageChange(adapter);
  return (change) => isReached && isStart && !isByPage(change);
}
