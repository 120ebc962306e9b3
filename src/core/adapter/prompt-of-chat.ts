import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import {
  BASE_CONTRIBUTIONS,
  MESSAGES_CONTRIBUTION,
  PLAN_MODE_CONTRIBUTION,
  READ_ONLY_CONTRIBUTION,
  REHEARSAL_CONTRIBUTION,
} from '../prompts/base-contributions';
import type { PromptContribution } from '../prompts/prompt-contribution';
import { buildSystemPrompt, type SystemPrompt } from '../prompts/system-prompt';
import { adapterFor } from './adapter-of-chat';
import type { AdapterPort } from './adapter-port';

/**
 * The system prompt of a chat's next request. `run`: the run whose snapshot of the page the request contains, which may be a rehearsal;
 * null if there is no run.
 */
export function promptOfChat(
  chat: Chat,
  adapters: AdapterPort,
  run: Pick<Run, 'snapshot' | 'rehearsal'> | null,
): SystemPrompt {
  const held = run?.snapshot?.contributions ?? [];
  const ofRun = run?.rehearsal === undefined ? [] : [REHEARSAL_CONTRIBUTION];
  return buildSystemPrompt([...contributionsOf(chat, adapters, held), ...ofRun], chat.settings.prompt);
}

/**
 * All contributions that the system prompt of a chat can contain, before the user's changes to the prompt. Throws
 * `page-unknown` for a chat without a page.
 *
 * @param held keys of the conditional contributions that apply, see {@link heldContributions}
 */
export function contributionsOf(
  chat: Chat,
  adapters: AdapterPort,
  held: readonly string[],
): PromptContribution[] {
  return [
    ...BASE_CONTRIBUTIONS,
    ...modeContributions(chat),
    ...(chat.settings.sendsMessages ? [MESSAGES_CONTRIBUTION] : []),
    ...adapterFor(chat, adapters).contributions.filter(
      ({ key, holdsIn }) => holdsIn === undefined || held.includes(key),
    ),
  ];
}

/** A read-only chat has nothing to plan, and one about several sites asks before every change instead. */
function modeContributions({ settings, targets }: Chat): PromptContribution[] {
  if (settings.approvalPolicy === 'read-only') return [READ_ONLY_CONTRIBUTION];
  return settings.planMode && targets === undefined ? [PLAN_MODE_CONTRIBUTION] : [];
}
