import { conversation } from '@/src/core/records/message';
import type { UserMessage } from '@/src/schema/message';
import {
  createLoopHarness,
  type HarnessOptions,
  type LoopHarness,
  type Turn,
} from '../../fakes/loop-harness';

/** A call as the scripted model makes it. */
type Call = [name: string, args: unknown];

export const ADD_A: Call = ['add_note', { text: 'a' }];
export const ADD_B: Call = ['add_note', { text: 'b' }];
export const ASK_USER: Call = ['ask_user', { question: 'Which?', choices: ['this', 'that'] }];
export const FINISH: Call = ['finish_task', { summary: 'Done.' }];

/** A loop with dry runs, so that the effect of each call is known before it runs. */
export function dryRunLoop(script: Turn[], settings: HarnessOptions['settings'] = {}): Promise<LoopHarness> {
  return createLoopHarness(script, { hasDryRuns: true, settings });
}

/** The changes of the page that the user's newest message in a chat reports. */
export async function changesTold(
  h: LoopHarness,
  chatId = h.chatId,
): Promise<UserMessage['changes'] | undefined> {
  const { messages } = await h.deps.journal.load(chatId);
  return conversation(messages).findLast((entry): entry is UserMessage => entry.role === 'user')?.changes;
}
