import { z } from 'zod';
import { changesSchema } from './change';
import { historyPlaceSchema } from './observed-page';
import { idSchema, jsonSchema, timeSchema } from './scalars';

/** The page right after one of a chat's own writes. */
const leftPageSchema = z.strictObject({
  context: jsonSchema,
  /** The place in the page's history right after that write. */
  at: historyPlaceSchema,
});

export type LeftPage = z.infer<typeof leftPageSchema>;

/** The page right after the last of a chat's own writes. */
const ownWritesSchema = leftPageSchema.extend({
  /** The page right after earlier own writes: those that were followed by a change by others. */
  earlier: z.array(leftPageSchema),
});

/** The last known context of the page, one row per chat. The next message's changes are computed against it. */
export const knownContextSchema = z.strictObject({
  /** The context that was last reported to the model. */
  context: jsonSchema,
  /** Position in the page's history at which `context` was read. */
  at: historyPlaceSchema,
  chatId: idSchema,
  atMs: timeSchema,
  /** The page as the chat's own writes left it after `context` was reported; null if there were none. */
  own: ownWritesSchema.nullable(),
  /**
   * Unreported changes that the context no longer shows. They are reported with the next message or request.
   */
  carried: changesSchema,
  /**
   * The page's newest context, if it was read after `context`: it contains the unsaved changes that a reload may lose. Removed when the
   * row is replaced.
   */
  latest: jsonSchema.exactOptional(),
  /** In rows of an earlier version; not read. */
  seen: changesSchema.exactOptional(),
});

export type KnownContext = z.infer<typeof knownContextSchema>;

/** A page as a conversation knows it. */
export type KnownPage = Pick<KnownContext, 'context' | 'at' | 'own' | 'carried'>;
