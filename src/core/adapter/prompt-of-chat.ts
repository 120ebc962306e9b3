import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { KnownPage } from '@/src/schema/known-page';
import {
  BASE_CONTRIBUTIONS,
  MESSAGES_CONTRIBUTION,
  PLAN_MODE_CONTRIBUTION,
  READ_ONLY_CONTRIBUTION,
} from '../prompts/base-contributions';
import { type PromptContribution, withPageContributions } from '../prompts/prompt-contribution';
import { buildSystemPrompt, type SystemPrompt } from '../prompts/system-prompt';
import { adapterFor } from './adapter-of-chat';
import type { AdapterPort } from './adapter-port';

/** The system prompt of a chat's next request. `known`: see {@link contributionsOf}. */
export function promptOfChat(
  chat: Chat,
  adapters: AdapterPort,
  known: Pick<KnownPage, 'context'> | null,
): SystemPrompt {
  return buildSystemPrompt(contributionsOf(chat, adapters, known), chat.settings.prompt);
}

/**
 * Everything that may be in a chat's system prompt, before the user's changes. `known`: the page as the model knows it;
 * null before the first message. Throws `page-unknown` for a chat without a page.
 */
export function contributionsOf(
  chat: Chat,
  adapters: AdapterPort,
  known: Pick<KnownPage, 'context'> | null,
): PromptContribution[] {
  const adapter = adapterFor(chat, adapters);
  const ofPage = known === null ? undefined : adapter.contributionsIn?.(known.context);
  return [
    ...BASE_CONTRIBUTIONS,
    ...modeContributions(chat.settings),
    ...(chat.settings.sendsMessages ? [MESSAGES_CONTRIBUTION] : []),
    ...withPageContributions(adapter.contributions, ofPage ?? []),
  ];
}

/** A read-only chat has nothing to plan. */
function modeContributions({ approvalPolicy, planMode }: PolicySettings): PromptContribution[] {
  if (approvalPolicy === 'read-only') return [READ_ONLY_CONTRIBUTION];
  return planMode ? [PLAN_MODE_CONTRIBUTION] : [];
}
