import type { Chat } from '../records/chat';
import { boundPage } from '../records/record-access';
import { toolsOf } from '../tools/built-in-tools';
import type { ToolDefinition } from '../tools/tool-definition';
import type { AdapterDefinition } from './adapter-definition';
import type { AdapterPort } from './adapter-port';
/** All tools of a chat: those of its page, then the built-in ones that its settings allow. */
export function toolsFor(chat: Chat, adapters: AdapterPort): readonly ToolDefinition[] {
  return toolsOf(adapterFor(chat, adapters).tools, chat.settings);
}

/** The adapter of the chat's page. */
export function adapterFor(chat: Chat, adapters: AdapterPort): AdapterDefinition {
  return adapters.definitionOf(boundPage(chat).adapterId);
}
