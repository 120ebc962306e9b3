import {
  BASE_CONTRIBUTIONS,
  MESSAGES_CONTRIBUTION,
  PLAN_MODE_CONTRIBUTION,
  READ_ONLY_CONTRIBUTION,
} from '../prompts/base-contributions';
import type { PromptContribution } from '../prompts/prompt-contribution';
import { buildSystemPrompt, type SystemPrompt } from '../prompts/system-prompt';
import type { Chat, PolicySettings } from '../records/chat';
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
    ...modeContributions(chat.settings),
    ...(chat.settings.sendsMessages ? [MESSAGES_CONTRIBUTION] : []),
    ...adapterFor(chat, adapters).contributions,
  ];
}

/** A read-only chat has nothing to plan. */
function modeContributions({ approvalPolicy, planMode }: PolicySettings): PromptContribution[] {
  if (approvalPolicy === 'read-only') return [READ_ONLY_CONTRIBUTION];
  return planMode ? [PLAN_MODE_CONTRIBUTION] : [];
}
