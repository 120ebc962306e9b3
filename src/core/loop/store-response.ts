import { toolsFor } from '../adapter/adapter-of-chat';
import type { UsageEntry } from '../ports/journal';
import type { AssistantMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import type { Execution, Run } from '../records/run';
import { transition } from '../records/transition';
import { toolNamed } from '../tools/tool-name';
import { validateCall } from '../tools/validate-call';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';
import { isCutOff } from './run-call';

/**
 * Stores a response before any of its calls is touched (ledger D-054), with a row for each call.
 *
 * A response none of whose calls can be run as written (an unknown tool, arguments that don't fit, an end that was cut
 * off) is an invalid attempt, however many calls it has: the model only corrects itself, so it counts as no round, and
 * the fourth in a row ends the run. Any other response counts as a round and sets the attempts back to 0, also where
 * some of its calls are invalid: it got something done, and the bound of rounds holds for it. So each response counts
 * towards exactly one bound, whatever the order of its calls.
 *
 * @param usage what its request used; null if no request was made for it
 */
export async function storeResponse(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  message: AssistantMessage,
  usage: UsageEntry | null,
): Promise<void> {
  const tools = toolsFor(record.chat, deps.adapters);
  const canRun = message.toolCalls.some(
    (call) => !isCutOff(message, call) && validateCall(tools, call).kind === 'valid',
  );
  const executions = message.toolCalls.map(
    (call, index): Execution => ({
      id: call.executionId,
      chatId: run.chatId,
      runId: run.id,
      messageId: message.id,
      index,
      name: call.name,
      effect: toolNamed(tools, call.name)?.effect ?? null,
      state: 'received',
      receivedAtMs: message.createdAtMs,
      startedAtMs: null,
      write: null,
      leftStateHash: null,
    }),
  );
  const isInvalid = executions.length > 0 && !canRun;
  const status = executions.length > 0 ? transition(run.status, { type: 'calls-received' }) : null;
  await deps.journal.storeResponse({
    message,
    executions,
    usage: usage === null ? null : { id: deps.ids.newId(), ...usage },
    run: {
      round: run.round + (isInvalid ? 0 : 1),
      invalidCalls: isInvalid ? run.invalidCalls + 1 : 0,
      ...(status === null ? {} : { status, missedToolCalls: 0 }),
    },
  });
  if (status !== null) deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}
