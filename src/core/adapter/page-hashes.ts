import { hashJson } from '../hash';
import type { Json } from '../json';
import type { AdapterDefinition } from './adapter-definition';

/** Two hashes that together tell one state of a page, and of what is saved behind it, from another. */
export interface PageHashes {
  /** Of the restorable state. */
  stateHash: string;
  /** Of the adapter's `savedState`. */
  savedHash: string;
}

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
