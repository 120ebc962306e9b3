import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';

/**
 * The checkpoints that can be restored on their page: the chat's start, and those whose response, rollback or undo is part of the
 * conversation. Undoing a rollback makes the checkpoints of the messages that it set aside available again.
 * `conversation`: without the messages that were set aside.
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

/** True if a checkpoint can be restored on its page. */
export function isListed(checkpoint: CheckpointEntry, conversation: readonly Message[]): boolean {
  return listedCheckpoints([checkpoint], conversation).length > 0;
}
