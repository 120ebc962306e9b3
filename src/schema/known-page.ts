import { z } from 'zod';
import { changesSchema } from './change';
import { historyPlaceSchema } from './observed-page';
import { idSchema, jsonSchema, timeSchema } from './scalars';

/** The page as the last of a chat's own writes left it. */
const leftPageSchema = z.strictObject({
  context: jsonSchema,
  /** The place in the page's history right after that write. */
  at: historyPlaceSchema,
});

export type LeftPage = z.infer<typeof leftPageSchema>;

/** The page as a chat's own writes left it. */
const ownWritesSchema = leftPageSchema.extend({
  /** The page after earlier own writes, for each one that was followed by a change by others. */
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
  /** The page's state as left by the chat's own writes since; null if there were none. */
  own: ownWritesSchema.nullable(),
  /**
   * Unreported changes that the context no longer shows. They are reported with the next message or request.
   */
  carried: changesSchema,
  /**
   * The page's last context, if it was read since: contains what a reload may lose. Removed when the row is
   * replaced.
   */
  latest: jsonSchema.exactOptional(),
  /** In rows of an earlier version; not read. */
  seen: changesSchema.exactOptional(),
});

export type KnownContext = z.infer<typeof knownContextSchema>;

/** A page as a conversation knows it. */
export type KnownPage = Pick<KnownContext, 'context' | 'at' | 'own' | 'carried'>;
