import type { ImageType } from './values/image';

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
