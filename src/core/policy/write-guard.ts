import type { AssistantMessage } from '../chat/message';
import type { Journal } from '../loop/ports';

/**
 * Hash of the state from which the next write of a response may start: the state that the model was shown, or what this
 * response's own writes made of it. What was read since doesn't count, since the model decided without it. Null where no
 * state was shown.
 */
export async function writableStateHash(
  { journal }: { journal: Pick<Journal, 'executionsOf'> },
  { id, seenStateHash }: Pick<AssistantMessage, 'id' | 'seenStateHash'>,
): Promise<string | null> {
  const executions = await journal.executionsOf(id);
  const left = executions.findLast(({ leftStateHash }) => leftStateHash !== null);
  return left?.leftStateHash ?? seenStateHash;
}
