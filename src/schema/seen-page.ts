import type { z } from 'zod';
import { pagePlaceSchema } from './page-binding';
import { jsonSchema, timeSchema } from './scalars';

/** A page as the user last saw it: what it is compared with when a chat about it is opened again. One row per page. */
export const seenPageSchema = pagePlaceSchema.extend({
  context: jsonSchema,
  /** The time of the request for this reading. */
  atMs: timeSchema,
});

export type SeenPage = z.infer<typeof seenPageSchema>;
