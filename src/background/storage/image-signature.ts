import type { ImageType } from '@/src/schema/values/image';

/** Signature of each image type in base64. Bytes 4 to 7 of a WebP contain its length. */
const BEGINNINGS: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/webp': /^UklGR.{6}XRUJQ/,
  'image/gif': /^R0lGODlh|^R0lGODdh/,
};

/** True if base64 data starts with the signature of this image type. */
export function isImageOfType(base64: string, mediaType: ImageType): boolean {
  return BEGINNINGS[mediaType].test(base64);
}
