import type { Execution } from '@/src/schema/call';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';

/** States of the page before and after a write. A state is null if only its hash is known. */
export interface StatesOfWrite {
  before: { stateHash: string; state: Json | null };
  /** Null if the call left no state: it was refused, or its outcome is unknown. */
  after: { stateHash: string; state: Json | null } | null;
}

/**
 * The states around each write of a chat, by execution id. `checkpointStates`: by hash; the writes' own
 * intended states are added to them.
 */
export function callStates(
  executions: readonly Execution[],
  checkpointStates: ReadonlyMap<string, Json>,
): Map<string, StatesOfWrite> {
  const states = new Map(checkpointStates);
  for (const { write } of executions) {
    const after = write?.afterState ?? null;
    if (after !== null) states.set(hashJson(after), after);
  }
  const stateOf = (stateHash: string) => ({ stateHash, state: states.get(stateHash) ?? null });
  return new Map(
    executions.flatMap(({ id, write, leftStateHash }): [string, StatesOfWrite][] =>
      write === null
        ? []
        : [
            [
              id,
              {
                before: stateOf(write.before.stateHash),
                after: leftStateHash === null ? null : stateOf(leftStateHash),
              },
            ],
          ],
    ),
  );
}
