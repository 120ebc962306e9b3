import type { MessageImage } from '@/src/schema/image';

/** The fields of an image that a message stores, without any others. */
export function imageOf({ id, name, mediaType, bytes, width, height }: MessageImage): MessageImage {
  return { id, name, mediaType, bytes, width, height };
}

/** Pixels for which a provider counts one token. */
const PIXELS_PER_TOKEN = 750;

/** Estimated tokens of an image. Providers count by its size in pixels, each in another way. */
export function imageTokens({ width, height }: MessageImage): number {
  return Math.ceil((width * height) / PIXELS_PER_TOKEN);
}
