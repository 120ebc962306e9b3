import type { AssistantMessage, ToolCall, ToolMessage } from '../chat/message';
import { StewardError } from '../errors';
import { cancelled, outcomeUnknown, tooManyInvalidCalls } from './call-results';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { currentRun } from './record-access';
import type { Execution } from './run';
import { answered, type CallOutcome, recallInterrupted, runCall } from './run-call';
import { transition } from './transition';

/** Calls in a row that can't be run as written, before the person is told (ledger A-111). */
const INVALID_CALL_LIMIT = 4;

/**
 * Carries out the calls of one response that have no result yet: reads side by side, all else one at a time, in call
 * order; one failing doesn't stop the rest. Every result is stored as soon as it is in.
 * Answers `waiting` when a call needs the person; the run then stands in `waiting-for-approval`.
 */
export async function executeResponse(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
  signal: AbortSignal,
): Promise<'complete' | 'waiting'> {
  const executions = await deps.journal.executionsOf(response.id);
  const open = response.toolCalls.filter((call) => !hasResult(record, call));
  for (const group of groupCalls(open, executions)) {
    signal.throwIfAborted();
    // Read anew for each group: the one before may have changed the page's hash.
    const current = await deps.journal.load(record.chat.id);
    const outcomes = await Promise.all(
      group.map(async (call) => {
        const execution = executionOf(executions, call);
        deps.events.emit(sourceOf(currentRun(current)), {
          type: 'tool-call-identified',
          executionId: call.executionId,
          name: call.name,
        });
        const outcome = await runCall(
          deps,
          current,
          { messageId: response.id, position: response.position, calls: response.toolCalls },
          call,
          execution,
          signal,
        );
        return { call, outcome };
      }),
    );
    for (const { call, outcome } of outcomes) {
      if (outcome.kind === 'result') await report(deps, response, call, outcome);
    }
    for (const { outcome } of outcomes) {
      if (outcome.kind !== 'result') return wait(deps, current, outcome);
    }
  }
  return 'complete';
}

/**
 * Answers every open call of a response, so that none is left without a result: with what the page says of it if it
 * was under way, else with `cancelled`.
 */
export async function cancelOpenCalls(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
): Promise<void> {
  const executions = await deps.journal.executionsOf(response.id);
  for (const call of response.toolCalls) {
    if (hasResult(record, call)) continue;
    const execution = executionOf(executions, call);
    const outcome =
      execution.state === 'started' ? await recallOrUnknown(deps, record, execution) : answered(cancelled());
    await report(deps, response, call, outcome);
  }
}

async function recallOrUnknown(deps: LoopDeps, record: ChatRecord, execution: Execution) {
  try {
    return await recallInterrupted(deps, record, execution);
  } catch (error) {
    // The page is gone, so nobody can tell; the result says so.
    console.warn(`what became of call ${execution.id} can't be asked`, error);
    return answered(outcomeUnknown());
  }
}

async function wait(
  deps: LoopDeps,
  record: ChatRecord,
  outcome: Exclude<CallOutcome, { kind: 'result' }>,
): Promise<'waiting'> {
  if (outcome.kind === 'waiting') {
    const run = currentRun(record);
    const status = transition(run.status, { type: 'approval-needed', approvalId: outcome.approval.id });
    await deps.journal.askApproval(outcome.approval, { status });
    deps.events.emit(sourceOf(run), { type: 'status-changed', status });
  }
  return 'waiting';
}

async function report(
  deps: LoopDeps,
  response: AssistantMessage,
  call: ToolCall,
  outcome: Extract<CallOutcome, { kind: 'result' }>,
): Promise<void> {
  const record = await deps.journal.load(response.chatId);
  const run = currentRun(record);
  const index = response.toolCalls.indexOf(call);
  const message: ToolMessage = {
    role: 'tool',
    id: deps.ids.newId(),
    chatId: response.chatId,
    runId: response.runId,
    // Behind the response, in call order, whichever result comes first.
    position: response.position + 1 + index,
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    executionId: call.executionId,
    modelCallId: call.modelCallId,
    name: call.name,
    result: outcome.result,
    durationMs: outcome.durationMs,
    pageUpdate: null,
  };
  const invalidCalls = outcome.invalid ? run.invalidCalls + 1 : 0;
  await deps.journal.storeResult({
    message,
    run: { invalidCalls },
    chat: outcome.stateHash === null ? {} : { lastStateHash: outcome.stateHash },
  });
  await nameOutcome(deps, response.id, call, outcome);
  deps.events.emit(sourceOf(run), {
    type: 'tool-result-processed',
    executionId: call.executionId,
    success: outcome.result.success,
  });
  if (invalidCalls >= INVALID_CALL_LIMIT) throw tooManyInvalidCalls(outcome.result);
}

/** Writes what a call came to into its response's checkpoint, where the person will look for it. */
async function nameOutcome(
  deps: LoopDeps,
  messageId: string,
  call: ToolCall,
  outcome: Extract<CallOutcome, { kind: 'result' }>,
): Promise<void> {
  const checkpoint = await deps.checkpointStore.ofResponse(messageId);
  if (checkpoint === null || !checkpoint.calls.some((entry) => entry.executionId === call.executionId))
    return;
  await deps.checkpointStore.setCalls(
    checkpoint.id,
    checkpoint.calls.map((entry) =>
      entry.executionId === call.executionId
        ? { ...entry, outcome: outcome.result.message, success: outcome.result.success }
        : entry,
    ),
  );
}

/** Neighbouring reads go together; everything else goes alone. */
function groupCalls(calls: readonly ToolCall[], executions: readonly Execution[]): ToolCall[][] {
  const groups: { reads: boolean; calls: ToolCall[] }[] = [];
  for (const call of calls) {
    const reads = executionOf(executions, call).effect === 'read';
    const last = groups.at(-1);
    if (reads && last?.reads) last.calls.push(call);
    else groups.push({ reads, calls: [call] });
  }
  return groups.map((group) => group.calls);
}

function executionOf(executions: readonly Execution[], call: ToolCall): Execution {
  const execution = executions.find((candidate) => candidate.id === call.executionId);
  if (execution !== undefined) return execution;
  throw new StewardError('storage', `The journal has no row for a call of ${call.name}.`, {
    remedy: 'Start a new session; the page is as you see it.',
  });
}

function hasResult(record: ChatRecord, call: ToolCall): boolean {
  return record.messages.some(
    (message) => message.role === 'tool' && message.executionId === call.executionId,
  );
}
