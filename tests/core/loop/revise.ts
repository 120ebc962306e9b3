import { commandHandlers } from '@/src/background/panel-server/command-handlers';
import { createReversals } from '@/src/core/checkpoints/reversals';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { CommandOf } from '@/src/messages/commands';
import type { Message } from '@/src/schema/message';
import { commandContext } from '../../fakes/command-context';
import type { LoopHarness } from '../../fakes/loop-harness';
import { REPLACE, rollWith } from '../checkpoints/take-responses';

export { REPLACE };

/** The treatment of the page in a revision. */
export type PageChoice = 'keep' | 'roll-back' | RollbackStrategy;

/** A message of the conversation by its role and its place among those; negative places count from the end. */
export async function messageAt(
  h: LoopHarness,
  role: 'user' | 'assistant',
  place: number,
): Promise<Extract<Message, { role: 'user' | 'assistant' }>> {
  const found = (await h.record()).conversation.filter((message) => message.role === role).at(place);
  if (found?.role !== 'user' && found?.role !== 'assistant') throw new Error(`no ${role} ${place}`);
  return found;
}

/** The preview of an edit of a message, or of a retry. */
export function previewRevision(h: LoopHarness, kind: 'edit' | 'retry', messageId: string) {
  return createReversals(h.deps).preview(h.chatId, { kind, messageId });
}

/** Edits a message as the panel does, after a preview of it. `meanwhile` is called in between. With `text` null, an answer is retried. */
export async function revise(
  h: LoopHarness,
  messageId: string,
  text: string | null,
  choice: PageChoice,
  meanwhile: () => unknown = () => undefined,
) {
  const preview = await previewRevision(h, text === null ? 'retry' : 'edit', messageId);
  await meanwhile();
  const context = commandContext({
    loop: h.loop,
    reversals: createReversals(h.deps),
    lostChanges: { dismiss: async () => undefined },
    log: h.deps.logger,
    look: async () => undefined,
  });
  const chosen = typeof choice === 'string' ? REPLACE : choice;
  const revised = { messageId, strategy: choice === 'keep' ? null : chosen };
  const target: CommandOf<'reverse'>['target'] =
    text === null ? { kind: 'retry', ...revised } : { kind: 'edit', text, ...revised };
  const shown = { stateHash: preview.stateHash, position: preview.position };
  const consent = h.consents.give(h.chatId);
  await commandHandlers.reverse({ type: 'reverse', chatId: h.chatId, target, shown }, context, consent);
  return { preview, record: await h.settled() };
}

/** Edits, or retries, the message at this place. */
export async function reviseAt(
  h: LoopHarness,
  role: 'user' | 'assistant',
  place: number,
  text: string | null,
  choice: PageChoice,
) {
  return revise(h, (await messageAt(h, role, place)).id, text, choice);
}

/** Rolls the chat back to a checkpoint as the panel does: after its preview. */
export async function rollBackTo(
  h: LoopHarness,
  checkpoint: { id: string } | undefined,
  strategy: RollbackStrategy,
) {
  if (checkpoint === undefined) throw new Error('There is no such checkpoint.');
  return (await rollWith(h, checkpoint.id, strategy)).preview;
}
