import type { ChatToSend } from '@/src/core/history/build-messages-for-api';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';

/** A chat with these messages. `settings` replace the defaults. */
export function chatToSend(given: {
  messages: Message[];
  run: Run | null;
  systemPrompt: string;
  tools: readonly ToolDefinition[];
  settings: Partial<ChatSettings>;
}): ChatToSend {
  const { messages, run, systemPrompt, tools } = given;
  const settings = { ...newChatSettings(), ...given.settings };
  const chat = newChat({ id: 'c', title: 'T', atMs: 0, binding: null, settings, lastStateHash: null });
  return { record: { chat, messages, run }, systemPrompt, tools };
}

/** Traits of an endpoint with everything. */
export const ABLE = { server: 'k', model: 'm', acceptsCacheControl: true, takesImages: true };
