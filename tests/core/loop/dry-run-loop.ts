import { conversation } from '@/src/core/records/message';
import type { UserMessage } from '@/src/schema/message';
import {
  createLoopHarness,
  type HarnessOptions,
  type LoopHarness,
  type Turn,
} from '../../fakes/loop-harness';
import { add } from './made-calls';

export const ADD_A = add('a');
export const ADD_B = add('b');

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

/** The recorded steps of the page: each cause with the notes or types of its changes. */
export async function pageSteps(h: LoopHarness): Promise<unknown[][]> {
  const rows = await h.db.pageSteps.toArray();
  return rows.map(({ cause, changes }) => [cause.kind, ...changes.map(({ note, type }) => note ?? type)]);
}
