import {
  BASE_CONTRIBUTIONS,
  MESSAGES_CONTRIBUTION,
  PLAN_MODE_CONTRIBUTION,
} from '../prompts/base-contributions';
import type { PromptContribution } from '../prompts/prompt-contribution';
import { buildSystemPrompt, type SystemPrompt } from '../prompts/system-prompt';
import type { Chat } from '../records/chat';
import { adapterFor } from './adapter-of-chat';
import type { AdapterPort } from './adapter-port';

/** The system prompt of all requests of a chat. */
export function promptOfChat(chat: Chat, adapters: AdapterPort): SystemPrompt {
  return buildSystemPrompt(contributionsOf(chat, adapters), chat.settings.prompt);
}

/** Everything that may be in a chat's system prompt, before the user's changes. Throws `page-unknown` for a chat without a page. */
export function contributionsOf(chat: Chat, adapters: AdapterPort): PromptContribution[] {
  return [
    ...BASE_CONTRIBUTIONS,
    ...(chat.settings.planMode ? [PLAN_MODE_CONTRIBUTION] : []),
    ...(chat.settings.sendsMessages ? [MESSAGES_CONTRIBUTION] : []),
    ...adapterFor(chat, adapters).contributions,
  ];
}
