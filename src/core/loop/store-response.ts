import type { AssistantMessage } from '../chat/message';
import { toolNamed } from '../tools/tool-name';
import { validateCall } from '../tools/validate-call';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord, UsageEntry } from './ports';
import { toolsFor } from './record-access';
import type { Execution, Run } from './run';
import { transition } from './transition';

/**
 * Stores a response before any of its calls is touched (ledger D-054), with a row for each call.
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
  const checked = message.toolCalls.map((call) => validateCall(tools, call));
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
  // Rounds in which the model only corrects itself have a bound of their own (ledger conflict 13).
  const counts = checked.length === 0 || checked.some((check) => check.kind === 'valid');
  const status = executions.length > 0 ? transition(run.status, { type: 'calls-received' }) : null;
  await deps.journal.storeResponse({
    message,
    executions,
    usage: usage === null ? null : { id: deps.ids.newId(), ...usage },
    run: {
      round: run.round + (counts ? 1 : 0),
      ...(status === null ? {} : { status, missedToolCalls: 0 }),
    },
  });
  if (status !== null) deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}
