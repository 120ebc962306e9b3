import { z } from 'zod';
import { keptImageSchema } from '@/src/schema/image';

const { name, mediaType, width, height, data } = keptImageSchema.shape;

const id = z.string().min(1).max(100);

/** The ids of a message's images. If there are too many of them, as in two messages that a rollback gave back, the store says so. */
export const imageIds = z.array(id);

/** Commands for the images of the message in the composer. */
export const imageCommands = [
  /** Adds an image to the message in the composer. */
  z.strictObject({ type: z.literal('add-image'), chatId: id, name, mediaType, width, height, data }),
  /** Removes an image from the message in the composer. */
  z.strictObject({ type: z.literal('remove-image'), chatId: id, imageId: id }),
] as const;

/** The result of each of these commands. */
export interface ImageCommandResults {
  'add-image': { imageId: string };
  'remove-image': null;
}
