import { imageOf, type KeptImage, type MessageImage } from '@/src/core/records/image';

/** A stored image of one pixel. */
export function keptImage(id: string, chatId: string): KeptImage {
  return {
    id,
    chatId,
    addedAtMs: 1,
    name: `${id}.gif`,
    mediaType: 'image/gif',
    bytes: 14,
    width: 1,
    height: 1,
    data: 'R0lGODlhAQABAAAAACw=',
    isDraft: 0,
  };
}

/** The same image as a message has it. */
export const messageImage = (id: string): MessageImage => imageOf(keptImage(id, ''));
