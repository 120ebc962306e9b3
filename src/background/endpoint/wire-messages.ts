import { quoted } from '@/src/core/tools/quoted';
import type { ApiMessage } from '@/src/schema/api-message';
import type { MessageImage } from '@/src/schema/image';

/** A mark for the provider's cache, in the format that Anthropic defined and that proxies forward. */
interface CacheControl {
  cache_control?: { type: 'ephemeral' };
}

/** A text part of a message. */
type TextPart = { type: 'text'; text: string } & CacheControl;

/** An image, as a data URL. */
type ImagePart = { type: 'image_url'; image_url: { url: string } };

/** A message whose content is an array of parts if it needs a mark, an image or several blocks. */
type WireMessage = {
  [Role in ApiMessage['role']]: Omit<Extract<ApiMessage, { role: Role }>, 'content' | 'images'> & {
    content:
      | Extract<ApiMessage, { role: Role }>['content']
      | TextPart[]
      | (Role extends 'user' ? (TextPart | ImagePart)[] : never);
  };
}[ApiMessage['role']];

/**
 * Converts messages to the API's format. The text of a marked message becomes a part with `cache_control`; other texts
 * stay plain strings, which every endpoint accepts. System messages are joined into one, since some endpoints accept
 * only one. If they are marked, each becomes a part of the joined message, so that a mark ends at its own part.
 *
 * @param imageUrls data URLs of the images, by id; omitted if the request has no images
 */
export function wireMessages(
  messages: readonly ApiMessage[],
  cacheMarks: readonly number[],
  imageUrls?: ReadonlyMap<string, string>,
): WireMessage[] {
  const isMarked = (index: number) => cacheMarks.includes(index);
  const system = messages.flatMap((message, index) =>
    message.role === 'system' ? [part(message.content, isMarked(index))] : [],
  );
  const others = messages.flatMap((message, index) =>
    message.role === 'system' ? [] : [wireMessage(message, isMarked(index), imageUrls)],
  );
  return system.length === 0 ? others : [{ role: 'system', content: systemContent(system) }, ...others];
}

function systemContent(parts: TextPart[]): string | TextPart[] {
  const hasMark = parts.some(({ cache_control }) => cache_control !== undefined);
  return hasMark ? parts : parts.map(({ text }) => text).join('\n\n');
}

function wireMessage(
  message: ApiMessage,
  isMarked: boolean,
  imageUrls: ReadonlyMap<string, string> | undefined,
): WireMessage {
  if (message.role === 'user' && message.images !== undefined) {
    const { role, content, images } = message;
    const parts = images.map((image) => imagePart(image, imageUrls?.get(image.id)));
    return { role, content: [part(content, isMarked), ...parts] };
  }
  return isMarked ? marked(message) : message;
}

/**
 * An image that is no longer stored is replaced by its name, so that the rest of the conversation can still be sent.
 */
function imagePart({ name }: MessageImage, url: string | undefined): TextPart | ImagePart {
  return url === undefined
    ? part(`[image ${quoted(name)}: no longer stored]`, false)
    : { type: 'image_url', image_url: { url } };
}

/** The message with its text as a marked part. A message without a text, such as a bare call, cannot carry a mark. */
function marked(message: ApiMessage): WireMessage {
  return message.content === null ? message : { ...message, content: [part(message.content, true)] };
}

function part(text: string, isMarked: boolean): TextPart {
  return { type: 'text', text, ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}) };
}
