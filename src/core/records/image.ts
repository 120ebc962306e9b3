/** The types of images that endpoints accept. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Maximum number of images of one message. */
export const MAX_IMAGES = 5;

/** Maximum size of an image as it is stored and sent. The panel compresses larger ones first. */
export const MAX_IMAGE_BYTES = 1_500_000;

/** Longest side of an image as it is sent, in pixels. Providers scale larger ones down themselves. */
export const MAX_IMAGE_SIDE = 2_048;

/** Maximum length of an image's name. */
export const MAX_IMAGE_NAME_LENGTH = 200;

/** An image of a message, without its data, which is a row of its own. */
export interface MessageImage {
  /** A hash of its data; `imageIdOf` (image-id.ts) makes it. */
  id: string;
  /** The file's name; the image's alternative text. */
  name: string;
  mediaType: ImageType;
  /** Size of its data. */
  bytes: number;
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * An image of a chat with its data: stored once, however many messages refer to it, and as long as one does, or the composer, the queue
 * or what is set aside.
 */
export interface KeptImage extends MessageImage {
  chatId: string;
  /** In base64, as it is sent. */
  data: string;
}

/** The image as messages refer to it. */
export function imageOf({ id, name, mediaType, bytes, width, height }: MessageImage): MessageImage {
  return { id, name, mediaType, bytes, width, height };
}

/** Pixels for which a provider counts one token. */
const PIXELS_PER_TOKEN = 750;

/** Estimated tokens of an image. Providers count by its size in pixels, each in another way. */
export function imageTokens({ width, height }: MessageImage): number {
  return Math.ceil((width * height) / PIXELS_PER_TOKEN);
}
