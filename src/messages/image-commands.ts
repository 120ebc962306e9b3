import { z } from 'zod';
import {
  IMAGE_TYPES,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_NAME_LENGTH,
  MAX_IMAGE_SIDE,
} from '@/src/schema/values/image';

const id = z.string().min(1).max(100);

/** Base64 has four characters for three bytes. */
const MAX_DATA_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

const side = z.int().min(1).max(MAX_IMAGE_SIDE);

/** An image's name, size in pixels, and data in base64. */
export const imageFields = {
  name: z.string().min(1).max(MAX_IMAGE_NAME_LENGTH),
  mediaType: z.enum(IMAGE_TYPES),
  width: side,
  height: side,
  data: z
    .string()
    .min(4)
    .max(MAX_DATA_LENGTH)
    .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'no base64'),
};

/** The ids of a message's images. If there are too many of them, as in two messages that a rollback gave back, the store says so. */
export const imageIds = z.array(id);

/** Commands for the images of the message in the composer. */
export const imageCommands = [
  /** Adds an image to the message in the composer. */
  z.strictObject({ type: z.literal('add-image'), chatId: id, ...imageFields }),
  /** Removes an image from the message in the composer. */
  z.strictObject({ type: z.literal('remove-image'), chatId: id, imageId: id }),
] as const;

/** The result of each of these commands. */
export interface ImageCommandResults {
  'add-image': { imageId: string };
  'remove-image': null;
}
