import type { CheckpointEntry } from '../records/checkpoint';
import type { Message } from '../records/message';

/**
 * The checkpoints to go back to: the session's start, and those whose response, rollback or undo is part of the
 * conversation. What a rollback set aside comes back with it when that rollback is taken back.
 * `conversation`: without what was set aside.
 */
export function listedCheckpoints<Row extends CheckpointEntry>(
  checkpoints: readonly Row[],
  conversation: readonly Message[],
): Row[] {
  const messages = new Set(conversation.map((message) => message.id));
  const safeties = new Set(
    conversation.flatMap((message) => (message.role === 'rollback' ? [message.safetyCheckpointId] : [])),
  );
  return checkpoints.filter(
    ({ id, reason, messageId }) =>
      reason === 'session-start' || safeties.has(id) || (messageId !== null && messages.has(messageId)),
  );
}

/** Whether a checkpoint is one to go back to. */
export function isListed(checkpoint: CheckpointEntry, conversation: readonly Message[]): boolean {
  return listedCheckpoints([checkpoint], conversation).length > 0;
}
