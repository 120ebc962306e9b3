import type { AdapterDefinition } from '../adapter/adapter-definition';
import { isVisible, pageHashesOf, positionIn } from '../adapter/page-hashes';
import type { Json } from '../json';
import type { Change } from '../records/change';
import type { PendingWrite } from '../records/observed-page';
import { changeKey } from './change-key';
import { isPageChange } from './share-changes';

/** The differences between two observations of a page. */
export interface ContextDifference {
  /** The contexts. */
  from: Json;
  to: Json;
  /** The key of each change (see changeKey). */
  keys: ReadonlySet<string>;
}

/**
 * The knowledge about a write.
 *
 * - `made`: it was made.
 * - `uncertain`: its outcome is settled as unknown.
 * - `open`: its outcome is being settled.
 * - `late`: its outcome was unknown, and it may still take effect.
 */
export type Certainty = 'made' | 'uncertain' | 'open' | 'late';

/**
 * Selects the differences that a write made. For a write that was made: all planned ones. For an open one: any part of
 * these, since the attribution can still be corrected. A page makes a write as a whole, so an uncertain or late write
 * counts as made only if all of its planned differences are observed at once.
 */
export function effectOf(
  adapter: AdapterDefinition,
  { before, after, intended }: PendingWrite,
  { from, to, keys }: ContextDifference,
  certainty: Certainty,
): (change: Change) => boolean {
  if (intended !== null) {
    const planned = new Set(intended);
    const isMade =
      certainty === 'made' ||
      certainty === 'open' ||
      (isSavedAsPlanned(adapter, { before, after }, to) && intended.every((key) => keys.has(key)));
    return (change) => isMade && planned.has(changeKey(change));
  }
  const isByPage = isPageChange(adapter);
  // Without a plan, the write may have made any of the differences.
  if (after === null) return (change) => certainty !== 'late' && !(certainty === 'open' && isByPage(change));
  // If the page is in the planned state, the write made all differences but those that the page makes by itself.
  const write = { before, after };
  const isReached = isVisible(write) && positionIn(write, pageHashesOf(adapter, to)) === 'after';
  const isSettled = certainty === 'made' || certainty === 'uncertain';
  const isStart = isSettled || positionIn(write, pageHashesOf(adapter, from)) === 'before';
  return (change) => isReached && isStart && !isByPage(change);
}

/** True if the write saves nothing, or the page reports as saved exactly what it was to save. A change's key can't tell. */
function isSavedAsPlanned(
  adapter: AdapterDefinition,
  { before, after }: Pick<PendingWrite, 'before' | 'after'>,
  to: Json,
): boolean {
  if (after === null || after.savedHash === before.savedHash) return true;
  return pageHashesOf(adapter, to).savedHash === after.savedHash;
}
