import type { Approval } from '@/src/schema/approval';
import type { Execution } from '@/src/schema/call';
import type { Message } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';

/** A restorable state of the page; null if only its hash is known. */
interface RecordedState {
  stateHash: string;
  state: Json | null;
}

/** A tool call with everything that is stored about it, also one that a rollback set aside. */
export type RecordedCall = ReturnType<typeof recordedCalls>[number];

interface StoredCalls {
  /** In order, including those that were set aside. */
  messages: readonly Message[];
  approvals: readonly Approval[];
  executions: readonly Execution[];
  /** The states of checkpoints, by hash. */
  states: ReadonlyMap<string, Json>;
}

/** The calls of a chat, in the order in which the model made them. */
export function recordedCalls({ messages, approvals, executions, states }: StoredCalls) {
  const answers = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.executionId, message]] : [])),
  );
  const ran = new Map(executions.map((execution) => [execution.id, execution]));
  const stateByHash = new Map(states);
  for (const { write } of executions) {
    const after = write?.afterState ?? null;
    if (after !== null) stateByHash.set(hashJson(after), after);
  }
  const stateOf = (stateHash: string | null): RecordedState | null =>
    stateHash === null ? null : { stateHash, state: stateByHash.get(stateHash) ?? null };
  return messages
    .filter((message) => message.role === 'assistant')
    .flatMap(({ id, chatId, runId, createdAtMs, model, discardedBy, toolCalls }) => {
      const approval = approvals.find(({ messageId }) => messageId === id);
      return toolCalls.map(({ executionId, name, argumentsText }) => {
        const answer = answers.get(executionId);
        const { write, leftStateHash } = { write: null, leftStateHash: null, ...ran.get(executionId) };
        return {
          atMs: createdAtMs,
          chatId,
          runId,
          messageId: id,
          executionId,
          model,
          tool: name,
          arguments: argumentsText,
          isSetAside: discardedBy !== null,
          /** The state of the approval request about the response; null if the policy allowed it. */
          approval: approval?.state ?? null,
          decidedAtMs: approval?.decidedAtMs ?? null,
          decision: approval?.calls.find((call) => call.executionId === executionId)?.decision ?? null,
          /** Null, like the next two fields, if there is no result yet. */
          result: answer?.result ?? null,
          durationMs: answer?.durationMs ?? null,
          pageUpdate: answer?.pageUpdate ?? null,
          /** The page before and after a write; null for a read. `after` is also null if the call was refused or its outcome is unknown. */
          before: stateOf(write?.before.stateHash ?? null),
          after: write === null ? null : stateOf(leftStateHash),
        };
      });
    });
}
