import { commandHandlers } from '@/src/background/panel-server/command-handlers';
import { createReversals } from '@/src/core/checkpoints/reversals';
import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { CommandOf } from '@/src/messages/commands';
import type { Message } from '@/src/schema/message';
import { commandContext } from '../../fakes/command-context';
import type { LoopHarness } from '../../fakes/loop-harness';

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

/** Carries out the edit or the retry as the background does. */
export async function reverse(
  h: LoopHarness,
  target: CommandOf<'reverse'>['target'],
  { stateHash, position }: ShownBasis,
): Promise<void> {
  const context = commandContext({
    loop: h.loop,
    reversals: createReversals(h.deps),
    lostChanges: { dismiss: async () => undefined },
    log: h.deps.logger,
    look: async () => undefined,
  });
  const shown = { stateHash, position };
  const consent = h.consents.give(h.chatId);
  await commandHandlers.reverse({ type: 'reverse', chatId: h.chatId, target, shown }, context, consent);
}

/** Edits a message as the panel does: after its preview. `text` null retries an answer. */
export async function revise(h: LoopHarness, messageId: string, text: string | null, choice: PageChoice) {
  const preview = await previewRevision(h, text === null ? 'retry' : 'edit', messageId);
  const chosen = typeof choice === 'string' ? REPLACE : choice;
  const strategy = choice === 'keep' ? null : chosen;
  const target =
    text === null
      ? ({ kind: 'retry', messageId, strategy } as const)
      : ({ kind: 'edit', messageId, text, strategy } as const);
  await reverse(h, target, preview);
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
  const preview = await h.rollback.preview(h.chatId, checkpoint.id);
  await h.rollback.perform(h.chatId, checkpoint.id, preview.stateHash, strategy);
  return preview;
}

/** Also reverts what others changed. */
export const REPLACE: RollbackStrategy = { strategy: 'replace' };
