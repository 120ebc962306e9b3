import { z } from 'zod';

/** Hashes that together identify a page's state: what it shows, and what it has saved. */
export const pageHashesSchema = z.strictObject({
  /** Hash of the restorable state. */
  stateHash: z.string(),
  /** Hash of the saved state; the hash of null if the page has none. */
  savedHash: z.string(),
});

export type PageHashes = z.infer<typeof pageHashesSchema>;
