import { bridgeBetween, CONTINUE } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { unknownMembers, unknownMembersOfCall, withMembersOfCall } from '@/src/core/llm/members';
import { quoted } from '@/src/core/tools/quoted';
import type { ApiMessage } from '@/src/schema/api-message';
import type { MessageImage } from '@/src/schema/image';
import type { JsonObject } from '@/src/schema/values/json';
import { type Adaptation, endsWithForeignCall } from './adaptations';

/** A mark for the provider's cache, in the format that Anthropic defined and that proxies forward. */
interface CacheControl {
  cache_control?: { type: 'ephemeral' };
}

/** A text part of a message. */
type TextContent = { type: 'text'; text: string } & CacheControl;

/** An image, as a data URL. */
type ImagePart = { type: 'image_url'; image_url: { url: string } };

/** A message whose content is an array of parts if it needs a mark, an image or several blocks. */
type WireMessage = {
  [Role in ApiMessage['role']]: Omit<
    Extract<ApiMessage, { role: Role }>,
    'content' | 'images' | 'members'
  > & {
    content:
      | Extract<ApiMessage, { role: Role }>['content']
      | TextContent[]
      | (Role extends 'user' ? (TextContent | ImagePart)[] : never);
  };
}[ApiMessage['role']];

type ApiAnswer = Extract<ApiMessage, { role: 'assistant' }>;

/**
 * The messages of a request with those adaptations that don't depend on the API: calls with their results one by one, and a message of the
 * user after the last result.
 */
export function sentMessages(
  { messages: given }: Pick<AIRequest, 'messages'>,
  adaptations: ReadonlySet<Adaptation>,
): readonly ApiMessage[] {
  const messages = adaptations.has('one_call_each') ? withOneCallEach(given) : given;
  return adaptations.has('new_turn') && endsWithForeignCall({ messages })
    ? [...messages, CONTINUE]
    : messages;
}

/** The messages with each call in an answer of its own, directly before its result. The first of these has the answer's text and members. */
function withOneCallEach(messages: readonly ApiMessage[]): ApiMessage[] {
  const results = messages.filter((message) => message.role === 'tool');
  return messages.flatMap((message): ApiMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role !== 'assistant' || !message.tool_calls?.length) return [message];
    return message.tool_calls.flatMap((call, index) => {
      const part: ApiAnswer = index === 0 ? message : { role: 'assistant', content: null };
      const ofCall = results.filter((result) => result.tool_call_id === call.id);
      return [{ ...part, tool_calls: [call] }, ...ofCall];
    });
  });
}

/**
 * Converts a request's messages to the format of chat completions. The text of a message with a cache mark becomes a part with
 * `cache_control`; other texts stay plain strings, which every endpoint accepts. System messages are joined into one,
 * because some endpoints accept only one. If one of them is marked, each becomes a part of the joined message, so that
 * a mark ends at its own part. Unknown members that the server sent are added to a message and never replace a known
 * one.
 */
export function wireMessages(
  request: Pick<AIRequest, 'messages' | 'cacheMarks' | 'imageUrls'>,
  adaptations: ReadonlySet<Adaptation>,
): WireMessage[] {
  const { imageUrls } = request;
  const messages = sentMessages(request, adaptations);
  const marked = new Set(request.cacheMarks.map((index) => request.messages[index]));
  const isMarked = (message: ApiMessage) => !adaptations.has('no_cache_marks') && marked.has(message);
  const system = messages.flatMap((message) =>
    message.role === 'system' ? [part(message.content, isMarked(message))] : [],
  );
  const others = messages.flatMap((message, index) => {
    if (message.role === 'system') return [];
    const isStrict = adaptations.has('strict_messages');
    const bridge = isStrict ? bridgeBetween(messages[index - 1]?.role, message.role, true) : null;
    const sent = message.role === 'assistant' ? adapted(message, adaptations) : message;
    return [...(bridge === null ? [] : [bridge]), wireMessage(sent, isMarked(message), imageUrls)];
  });
  return system.length === 0 ? others : [{ role: 'system', content: systemContent(system) }, ...others];
}

/** Text for an answer that has only calls. Some servers require a text. */
const CALLING = 'Calling tools.';

/** Placeholder for missing reasoning. Not blank, because some servers treat a blank text as missing. */
const NO_REASONING: JsonObject = { reasoning_content: '.' };

/** An answer of the model with the unknown members that it and its calls have, changed by the adaptations. */
function adapted(
  { members, tool_calls: calls, ...message }: ApiAnswer,
  adaptations: ReadonlySet<Adaptation>,
): ApiAnswer {
  // Filter the members again: an imported chat may contain members with any names.
  const sent = (given: JsonObject | undefined, unknown: (value: unknown) => JsonObject) =>
    adaptations.has('no_members') ? {} : unknown(given);
  const reasoning =
    adaptations.has('filled_reasoning') && !members?.reasoning_content ? NO_REASONING : undefined;
  const content = adaptations.has('strict_messages') && message.content === null ? CALLING : message.content;
  return {
    ...sent(members, unknownMembers),
    ...reasoning,
    ...message,
    content,
    ...(calls && {
      tool_calls: calls.map(({ members: ofCall, ...call }) =>
        withMembersOfCall(call, sent(ofCall, unknownMembersOfCall)),
      ),
    }),
  };
}

function systemContent(parts: TextContent[]): string | TextContent[] {
  const hasMark = parts.some(({ cache_control }) => cache_control !== undefined);
  return hasMark ? parts : parts.map(({ text }) => text).join('\n\n');
}

function wireMessage(message: ApiMessage, isMarked: boolean, imageUrls: AIRequest['imageUrls']): WireMessage {
  if (message.role === 'user' && message.images !== undefined) {
    const { role, content, images } = message;
    const parts = images.map((image) => imagePart(image, imageUrls));
    return { role, content: [part(content, isMarked), ...parts] };
  }
  return isMarked ? withMark(message) : message;
}

/**
 * An image that is no longer stored is replaced by its name, so that the rest of the conversation can still be sent.
 */
export function imagePart({ id, name }: MessageImage, urls: AIRequest['imageUrls']): TextContent | ImagePart {
  const url = urls?.get(id);
  return url === undefined
    ? part(`[image ${quoted(name)}: no longer stored]`, false)
    : { type: 'image_url', image_url: { url } };
}

/** The message with its text as a marked part. A message without a text, such as a bare call, cannot carry a mark. */
function withMark(message: ApiMessage): WireMessage {
  return message.content === null ? message : { ...message, content: [part(message.content, true)] };
}

function part(text: string, isMarked: boolean): TextContent {
  return { type: 'text', text, ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}) };
}
