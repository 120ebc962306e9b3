import { StewardError } from '@/src/core/errors';
import { cutText } from '@/src/panel/kit/text/cut-text';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import {
  IMAGE_TYPES,
  type ImageType,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_NAME_LENGTH,
  MAX_IMAGE_SIDE,
} from '@/src/schema/values/image';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

export interface PreparedImage {
  name: string;
  mediaType: ImageType;
  width: number;
  height: number;
  /** In base64. */
  data: string;
  /** A sentence on how it was changed to fit; null if it wasn't. */
  change: Said | null;
}

/** Largest file that is read, in bytes: decoding needs four bytes for each pixel. */
export const MAX_IMAGE_FILE_BYTES = 50_000_000;

/**
 * Qualities at which a large image is compressed, in turn. If it is still too large, its sides are multiplied by
 * SMALLER.
 */
const QUALITIES = [0.9, 0.75, 0.6] as const;
const SMALLER = 0.7;

/** Number of sizes that are tried: the sides of the last one have 12 % of the first one's length. */
const MAX_SIZES = 7;

/**
 * Reads a file as an image that can be sent. The pixels are always encoded again, so that no metadata is sent: files of
 * cameras name the place and the device. Of an animation, only the first picture is read. A larger image is scaled down
 * and compressed to fit. Rejects with `invalid-message` if the file is too large, of another type, or can't be decoded.
 */
export async function prepareImage(file: File): Promise<PreparedImage> {
  const name = cutText(file.name === '' ? t('composer.images.unnamed') : file.name, MAX_IMAGE_NAME_LENGTH, 1);
  const mediaType = IMAGE_TYPES.find((type) => type === file.type);
  if (mediaType === undefined) throw refused(say('composer.images.wrongType', { name }), TYPES_REMEDY);
  if (file.size > MAX_IMAGE_FILE_BYTES) {
    throw refused(
      say('composer.images.tooLarge', { name, size: sizeOf(file.size) }),
      say('composer.images.tooLargeRemedy', { size: sizeOf(MAX_IMAGE_FILE_BYTES) }),
    );
  }
  const bitmap = await decoded(file, name);
  try {
    const { width, height } = bitmap;
    if (file.size <= MAX_IMAGE_BYTES && Math.max(width, height) <= MAX_IMAGE_SIDE) {
      // No canvas encodes GIF. PNG keeps its transparency.
      const type = mediaType === 'image/gif' ? 'image/png' : mediaType;
      const blob = await drawn(bitmap, { width, height, type, quality: QUALITIES[0] });
      if (blob !== null) {
        return { name, mediaType: type, width, height, data: await base64Of(blob), change: null };
      }
    }
    const smaller = await scaledDown(bitmap);
    if (smaller === null) throw refused(say('composer.images.notShrinkable', { name }), TYPES_REMEDY);
    return {
      name,
      mediaType: 'image/jpeg',
      width: smaller.width,
      height: smaller.height,
      data: await base64Of(smaller.blob),
      change: say('composer.images.scaled', {
        name,
        width: smaller.width,
        height: smaller.height,
        size: sizeOf(smaller.blob.size),
      }),
    };
  } finally {
    bitmap.close();
  }
}

const TYPES_REMEDY = say('remedy.chooseImage');

async function decoded(file: File, name: string): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw refused(say('composer.images.damaged', { name }), TYPES_REMEDY, cause);
  }
}

/** The image as a JPEG within the limits; null if no size fits. */
async function scaledDown(
  bitmap: ImageBitmap,
): Promise<{ blob: Blob; width: number; height: number } | null> {
  let scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
  for (let sizes = 0; sizes < MAX_SIZES; sizes += 1) {
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    for (const quality of QUALITIES) {
      const blob = await drawn(bitmap, { width, height, type: 'image/jpeg', quality });
      if (blob !== null) return { blob, width, height };
    }
    scale *= SMALLER;
  }
  return null;
}

interface Encoding {
  width: number;
  height: number;
  type: ImageType;
  quality: number;
}

/** Encodes the image's pixels; null if the result exceeds the limit, or there is no memory for it. */
async function drawn(bitmap: ImageBitmap, { width, height, type, quality }: Encoding): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (type === 'image/jpeg') {
    // JPEG has no transparency: transparent pixels would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type, quality });
  return blob.size <= MAX_IMAGE_BYTES ? blob : null;
}

/** Characters that are converted at a time: more would exceed the stack as arguments of one call. */
const CHUNK = 0x8000;

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary);
}

function refused(message: Said, remedy: Said, cause?: unknown): StewardError {
  return new StewardError('invalid-message', message, { remedy, cause });
}
