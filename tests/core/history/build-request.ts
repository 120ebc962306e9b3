import { type BuiltMessages, buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import type { Message } from '@/src/schema/message';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';

/** The request of a chat with these messages, for an endpoint that takes everything. */
export function buildRequest(
  messages: Message[],
  more: Partial<Parameters<typeof chatToSend>[0]>,
): BuiltMessages {
  const chat = chatToSend({ messages, run: null, systemPrompt: 'S', tools: [], settings: {}, ...more });
  return buildMessagesForApi(chat, ABLE, false);
}
