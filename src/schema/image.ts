import { z } from 'zod';
import { idSchema } from './scalars';
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGE_NAME_LENGTH, MAX_IMAGE_SIDE } from './values/image';

/** Base64 has four characters for three bytes. */
const MAX_DATA_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

const side = z.int().min(1).max(MAX_IMAGE_SIDE);

/** An image of a message, without its data, which is a row of its own. */
const messageImageSchema = z.strictObject({
  /** Hash of the image's data, made by `imageIdOf`. */
  id: idSchema,
  /** The file's name; the image's alternative text. */
  name: z.string().min(1).max(MAX_IMAGE_NAME_LENGTH),
  mediaType: z.enum(IMAGE_TYPES),
  bytes: z.int().min(1).max(MAX_IMAGE_BYTES),
  /** In pixels. */
  width: side,
  height: side,
});

export type MessageImage = z.infer<typeof messageImageSchema>;

/** The images of a message that has any. */
export const messageImagesSchema = z.array(messageImageSchema).min(1);

/**
 * An image of a chat with its data. It is stored once, and kept while a message, the composer, the queue or the unsent text refers
 * to it.
 */
export const keptImageSchema = messageImageSchema.extend({
  chatId: idSchema,
  /** In base64, as it is sent. */
  data: z
    .string()
    .min(4)
    .max(MAX_DATA_LENGTH)
    .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'no base64'),
});

export type KeptImage = z.infer<typeof keptImageSchema>;
