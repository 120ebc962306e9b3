import { z } from 'zod';
import { idSchema } from './scalars';

/** Content of a chat's composer, as last stored. No row is kept for an empty one. */
export const composerTextSchema = z.strictObject({
  chatId: idSchema,
  text: z.string(),
  /** Ids of its images, in the order in which they were added. */
  imageIds: z.array(idSchema),
});

export type StoredComposer = z.infer<typeof composerTextSchema>;
