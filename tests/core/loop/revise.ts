import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { Message } from '@/src/schema/message';
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

/** Edits a message as the panel does: after its preview. `text` null retries an answer. */
export async function revise(h: LoopHarness, messageId: string, text: string | null, choice: PageChoice) {
  const preview = await h.loop.previewRevision(h.chatId, messageId);
  const strategy = typeof choice === 'string' ? ({ strategy: 'replace' } as const) : choice;
  const page = choice === 'keep' ? ({ kind: 'keep' } as const) : ({ kind: 'roll-back', strategy } as const);
  const revision = { messageId, text, shown: preview, page };
  await h.loop.revise(h.chatId, revision, h.consents.give(h.chatId));
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
