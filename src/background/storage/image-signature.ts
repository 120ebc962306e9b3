import type { ImageType } from '@/src/schema/values/image';

/** The first bytes of each type of image, as they are in base64. Bytes 4 to 7 of a WebP are its length. */
const BEGINNINGS: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/webp': /^UklGR.{6}XRUJQ/,
  'image/gif': /^R0lGODlh|^R0lGODdh/,
};

/** True if data in base64 begins as an image of this type does. */
export function isImageOfType(base64: string, mediaType: ImageType): boolean {
  return BEGINNINGS[mediaType].test(base64);
}
