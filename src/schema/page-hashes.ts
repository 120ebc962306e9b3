import { z } from 'zod';

/** Hashes that together identify the state of a page and the saved state behind it. */
export const pageHashesSchema = z.strictObject({
  /** Of the restorable state. */
  stateHash: z.string(),
  /** Of the saved state behind the page. If the page saves nothing, the hash of null. */
  savedHash: z.string(),
});

export type PageHashes = z.infer<typeof pageHashesSchema>;
