import type { Journal } from '../ports/journal';
import type { AssistantMessage } from '../records/message';

type WriteGuardDeps = { journal: Pick<Journal, 'stateHashesOf'> };
type Seen = Pick<AssistantMessage, 'id' | 'seenStateHash'>;

/**
 * Hash of the state from which the next write of a response may start: the state that the model was shown, or what this
 * response's own writes made of it. What was read since doesn't count, since the model decided without it. Null where no
 * state was shown, or if a write started from a state that the model was not shown, because the user approved it
 * there: the model doesn't know the state after that write.
 */
export async function writableStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash }: Seen,
): Promise<string | null> {
  let writable = seenStateHash;
  for (const { before, after } of await journal.stateHashesOf(id)) {
    writable = before === writable ? after : null;
  }
  return writable;
}

/**
 * Hash of the state in which the last write of a response left the page, whatever page that started from; the state that
 * the model was shown where none was written. An approved call may start there whose plan couldn't tell its beginning.
 */
export async function lastLeftStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash }: Seen,
): Promise<string | null> {
  const writes = await journal.stateHashesOf(id);
  return writes.at(-1)?.after ?? seenStateHash;
}
