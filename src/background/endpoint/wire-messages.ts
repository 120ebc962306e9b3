import { quoted } from '@/src/core/tools/quoted';
import type { ApiMessage } from '@/src/schema/api-message';
import type { MessageImage } from '@/src/schema/image';

/** A mark for the provider's cache, in the format that Anthropic defined and proxies pass on. */
interface CacheControl {
  cache_control?: { type: 'ephemeral' };
}

/** A text within a message of several parts. */
type TextPart = { type: 'text'; text: string } & CacheControl;

/** An image, as a data URL. */
type ImagePart = { type: 'image_url'; image_url: { url: string } };

/** A message with its content as parts where a mark, an image or a block of its own requires it. */
type WireMessage = {
  [Role in ApiMessage['role']]: Omit<Extract<ApiMessage, { role: Role }>, 'content' | 'images'> & {
    content:
      | Extract<ApiMessage, { role: Role }>['content']
      | TextPart[]
      | (Role extends 'user' ? (TextPart | ImagePart)[] : never);
  };
}[ApiMessage['role']];

/**
 * The messages in the API's format. Marked messages get their text as a part with `cache_control`; all others keep it as a plain
 * text, which every endpoint accepts. System messages become one, since some endpoints accept no second one: with
 * a mark each is a part of its own, so that the mark covers no more than its own part.
 *
 * @param imageUrls the data of the images, by id; missing if the request has none
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

/** An image whose row is gone is named, so that the rest of the conversation can still be sent. */
function imagePart({ name }: MessageImage, url: string | undefined): TextPart | ImagePart {
  return url === undefined
    ? part(`[image ${quoted(name)}: no longer stored]`, false)
    : { type: 'image_url', image_url: { url } };
}

/** The message with its text as a marked part. Calls without a text can't carry a mark. */
function marked(message: ApiMessage): WireMessage {
  return message.content === null ? message : { ...message, content: [part(message.content, true)] };
}

function part(text: string, isMarked: boolean): TextPart {
  return { type: 'text', text, ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}) };
}
