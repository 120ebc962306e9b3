import { imageOf } from '@/src/core/records/image';
import type { KeptImage, MessageImage } from '@/src/schema/image';

/** A stored image of one pixel, whose data differs from that of other ids. */
export function keptImage(id: string, chatId: string): KeptImage {
  return {
    id,
    chatId,
    name: `${id}.gif`,
    mediaType: 'image/gif',
    bytes: 6 + id.length,
    width: 1,
    height: 1,
    data: btoa(`GIF89a${id}`),
  };
}

/** The same image as a message has it. */
export const messageImage = (id: string): MessageImage => imageOf(keptImage(id, ''));
