import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageHashes } from '../records/page-hashes';
import type { AdapterDefinition } from './adapter-definition';

/** The hashes of a context. */
export function pageHashesOf(
  adapter: Pick<AdapterDefinition, 'restorableState' | 'savedState'>,
  context: Json,
): PageHashes {
  return {
    stateHash: hashJson(adapter.restorableState(context)),
    savedHash: hashJson(adapter.savedState(context)),
  };
}

/** The way from one state of a page to another. */
export interface PageTransition {
  before: PageHashes;
  after: PageHashes;
}

/** Whether a write makes a difference that the hashes show. */
export function isVisible({ before, after }: PageTransition): boolean {
  return before.stateHash !== after.stateHash || before.savedHash !== after.savedHash;
}

/** How the page stands to a write: as it was before, as the write was to make it, or otherwise. */
export function positionIn(write: PageTransition, now: PageHashes): 'before' | 'after' | 'elsewhere' {
  if (isAt(write, write.after, now)) return 'after';
  return isAt(write, write.before, now) ? 'before' : 'elsewhere';
}

/** What is saved counts only where the write is to change it: others may save meanwhile. */
function isAt({ before, after }: PageTransition, at: PageHashes, now: PageHashes): boolean {
  const saves = before.savedHash !== after.savedHash;
  return now.stateHash === at.stateHash && (!saves || now.savedHash === at.savedHash);
}
