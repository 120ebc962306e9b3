import type { MessageImage } from '@/src/schema/image';
import { hashJson } from '../hash';

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

/**
 * The id of an image follows from its data, so that an image that is added again is the same one. In a file of its own,
 * because the panel loads the other functions for images at its start, and the hash takes 2 kB of script.
 */
export function imageIdOf(data: string): string {
  return hashJson(data);
}
