import { z } from 'zod';
import { timeSchema } from './scalars';

/** A part of a page in a snapshot, without its content: the run's page state contains that. */
const contextItemSchema = z.strictObject({
  /** Path of the part in its page, e.g. `users/table-1`. Unique in its snapshot. */
  key: z.string(),
  /** Hash of its content, to compare the part in two snapshots. */
  hash: z.string(),
  /** Time of the request for the page's reading, in milliseconds since 1970. All parts of a snapshot are of one reading. */
  capturedAtMs: timeSchema,
  /** False if the chat leaves it out. */
  isSent: z.boolean(),
});

export type ContextItem = z.infer<typeof contextItemSchema>;

/** A snapshot of the page in one chat. */
export const numberedSnapshotSchema = z.strictObject({
  /** From 1, without gaps, in the order in which the chat took them. */
  id: z.int().min(1),
  /** In the order of the page. */
  items: z.array(contextItemSchema),
  /**
   * Keys of the conditional contributions that apply to this state of the page (see AdapterContribution); missing if
   * there are none.
   */
  contributions: z.array(z.string()).exactOptional(),
});

export type NumberedSnapshot = z.infer<typeof numberedSnapshotSchema>;
