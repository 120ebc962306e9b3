import type { Change } from '@/src/schema/change';
import type { PendingWrite } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import { changeKey } from './change-key';
import { isPageChange } from './share-changes';

/** The differences between two observations of a page. */
export interface ContextDifference {
  /** The earlier context; `to` is the later one. */
  from: Json;
  to: Json;
  /** The key of each change (see changeKey). */
  keys: ReadonlySet<string>;
}

/**
 * Certainty about the outcome of a write.
 *
 * - `made`: it was made.
 * - `uncertain`: its outcome is settled as unknown.
 * - `open`: its outcome is being settled.
 * - `late`: its outcome was unknown, and it may still take effect.
 */
export type Certainty = 'made' | 'uncertain' | 'open' | 'late';

/**
 * Selects the differences that a write made. For a write that was made: all that its dry run predicted. For an open one:
 * any part of these, since the attribution can still be corrected. A page makes a write as a whole, so an uncertain or late
 * write counts as made only if all of its predicted differences are observed at once.
 */
export function effectOf(
  adapter: AdapterDefinition,
  { before, after, intended }: PendingWrite,
  { from, to, keys }: ContextDifference,
  certainty: Certainty,
): (change: Change) => boolean {
  if (intended !== null) {
    const predicted = new Set(intended);
    const isMade =
      certainty === 'made' ||
      certainty === 'open' ||
      (isSavedAsComputed(adapter, { before, after }, to) && intended.every((key) => keys.has(key)));
    return (change) => isMade && predicted.has(changeKey(change));
  }
  const isByPage = isPageChange(adapter);
  // Without a dry run, the write may have made any of the differences.
  if (after === null) return (change) => certainty !== 'late' && !(certainty === 'open' && isByPage(change));
  // If the page is in the intended state, the write made all differences but those that the page makes by itself.
  const write = { before, after };
  const isReached = isVisible(write) && positionIn(write, pageHashesOf(adapter, to)) === 'after';
  const isSettled = certainty === 'made' || certainty === 'uncertain';
  const isStart = isSettled || positionIn(write, pageHashesOf(adapter, from)) === 'before';
  return (change) => isReached && isStart && !isByPage(change);
}

/** True if the write saves nothing, or the saved state is exactly the intended one, which a change's key doesn't show. */
function isSavedAsComputed(
  adapter: AdapterDefinition,
  { before, after }: Pick<PendingWrite, 'before' | 'after'>,
  to: Json,
): boolean {
  if (after === null || after.savedHash === before.savedHash) return true;
  return pageHashesOf(adapter, to).savedHash === after.savedHash;
}
