/** Two hashes that together tell one state of a page, and of what is saved behind it, from another. */
export interface PageHashes {
  /** Of the restorable state. */
  stateHash: string;
  /** Of the adapter's `savedState`. */
  savedHash: string;
}
