import type { AssistantMessage } from '@/src/schema/message';
import type { MessageJournal } from '../ports/message-journal';

type WriteGuardDeps = { journal: Pick<MessageJournal, 'stateHashesOf'> };
type Seen = Pick<AssistantMessage, 'id' | 'seenStateHash'>;

/**
 * Hash of the state from which the next write of a response may start: the state that the model was sent, or the state that
 * this response's own writes produced from it. Later readings don't count, since the model decided without them. Null if no
 * state was sent, or after a write that the user approved in another state: the model doesn't know the state after it.
 */
export async function writableStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash, toolCalls }: Seen & Pick<AssistantMessage, 'toolCalls'>,
): Promise<string | null> {
  // No write of the response can precede its only call.
  if (toolCalls.length === 1) return seenStateHash;
  let writable = seenStateHash;
  for (const { before, after } of await journal.stateHashesOf(id)) {
    writable = before === writable ? after : null;
  }
  return writable;
}

/**
 * Hash of the state after the last write of a response, from whatever state that write started; without a write, the state
 * that the model was sent. An approved call whose dry run could not compute its starting state may start from it.
 */
export async function lastLeftStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash }: Seen,
): Promise<string | null> {
  const writes = await journal.stateHashesOf(id);
  return writes.at(-1)?.after ?? seenStateHash;
}
