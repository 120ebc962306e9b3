/** Hashes that together identify the state of a page and the saved state behind it. */
export interface PageHashes {
  /** Of the restorable state. */
  stateHash: string;
  /** Of the saved state behind the page; of null if the page saves nothing. */
  savedHash: string;
}
