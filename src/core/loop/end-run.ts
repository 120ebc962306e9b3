import { toolsFor } from '../adapter/adapter-of-chat';
import { isStewardError, StewardError, toErrorInfo } from '../errors';
import { nextStep, openCalls } from '../history/next-step';
import { errorFacts } from '../logging/error-log-level';
import { type AssistantMessage, conversation, type ToolCall } from '../records/message';
import { type ChatRecord, currentRun, executionOf } from '../records/record-access';
import type { Execution, Run } from '../records/run';
import { hasEnded, isActive } from '../records/transition';
import { cancelled, interruptedRead, outcomeUnknown } from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import { writtenArguments } from '../tools/written-arguments';
import type { LoopDeps } from './agent-loop';
import { callResult, approvedCall, type CallResult, withDecisionFacts } from './call-result';
import { changeStatus, sourceOf } from './change-status';
import { type InterruptedCall, recallInterrupted, unknownOutcome } from './recover-call';
import { reportResult } from './report-result';

/** A run that stood still in the middle (error, bound, rollback) ends before the next message: its open calls get a result. */
export async function settleEarlierRun(deps: LoopDeps, record: ChatRecord): Promise<ChatRecord> {
  const { run } = record;
  if (run === null || isActive(run.status)) return record;
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind === 'execute') await cancelOpenCalls(deps, record, next.response);
  if (!hasEnded(run.status)) await changeStatus(deps, run, { type: 'stopped' });
  return deps.journal.load(record.chat.id);
}

/** Stopped by the user: what hasn't run is answered as cancelled. */
export async function endStopped(deps: LoopDeps, chatId: string): Promise<void> {
  const record = await deps.journal.load(chatId);
  const run = currentRun(record);
  // Written ahead: a worker that is born in the middle of this carries it through.
  if (run.control !== 'stop') await deps.journal.updateRun(run.id, { control: 'stop' });
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind === 'execute') await cancelOpenCalls(deps, record, next.response);
  await changeStatus(deps, run, { type: 'stopped' }, { control: null });
}

/** Failed: the error stands beside the record, where Retry finds it. */
export async function endFailed(deps: LoopDeps, run: Run, cause: unknown): Promise<void> {
  const error = toErrorInfo(cause);
  if (!isStewardError(cause)) console.error(`run ${run.id} failed`, cause);
  deps.events.emit(sourceOf(run), { type: 'error', error });
  await changeStatus(deps, run, { type: 'failed' }, { error, control: null });
}

/**
 * Answers every open call of a response, so that none is left without a result: with what the page says of it if it
 * may have changed the page, else with `interruptedError` if it was under way, and with `cancelled` if it wasn't.
 */
async function cancelOpenCalls(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
): Promise<void> {
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(response.id);
  const open = openCalls(record.messages, response).map((call): OpenCall => {
    return { call, execution: executionOf(executions, call), args: writtenArguments(tools, call) };
  });
  const recalled = await recallCalls(
    deps,
    record,
    open.filter(({ execution }) => mayHaveChangedPage(tools, execution)),
  );
  for (const { call, execution, args } of open) {
    const outcome = recalled.get(execution.id) ?? (await outcomeOf(deps, { execution, args }));
    await reportResult(deps, record.chat, response, { call, execution, outcome });
  }
}

interface OpenCall extends InterruptedCall {
  call: ToolCall;
}

/** Whether a call is under way that the page carries out and that isn't just a read: only the page can tell of it. */
function mayHaveChangedPage(tools: readonly ToolDefinition[], { state, effect, name }: Execution): boolean {
  const isDelegated = tools.some((tool) => tool.name === name && tool.executor === 'delegated');
  return state === 'started' && effect !== 'read' && !isDelegated;
}

/** By execution. One limit for all of them: what is promised of a stop holds however many calls are under way. */
async function recallCalls(
  deps: LoopDeps,
  record: ChatRecord,
  interrupted: readonly InterruptedCall[],
): Promise<Map<string, CallResult>> {
  const recalled = new Map<string, CallResult>();
  if (interrupted.length === 0) return recalled;
  await withinStopLimit(deps, async (signal) => {
    for (const call of interrupted) {
      recalled.set(call.execution.id, await recallOrUnknown(deps, record, call, signal));
    }
  });
  return recalled;
}

/** The result of a call of which the page can tell nothing. */
async function outcomeOf(deps: LoopDeps, { execution, args }: InterruptedCall): Promise<CallResult> {
  if (execution.state !== 'started') return callResult(cancelled());
  const asked = await approvedCall(deps, execution);
  // Whoever carries a delegated change out may still be at it, so that the page as it is now tells nothing.
  const result = execution.effect === 'read' ? interruptedRead() : outcomeUnknown();
  const stateHashBefore = execution.write?.before.stateHash ?? null;
  return withDecisionFacts(callResult(result, { stateHashBefore }), asked, args);
}

async function recallOrUnknown(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, args }: InterruptedCall,
  signal: AbortSignal,
): Promise<CallResult> {
  try {
    // A call before it has used up the time.
    signal.throwIfAborted();
    return await recallInterrupted(deps, record, { execution, args }, signal);
  } catch (error) {
    // The page is gone, so nobody can tell; the result says so.
    deps.logger.warning('ai_loop.tool_call', 'What became of a call can’t be asked.', {
      chatId: execution.chatId,
      runId: execution.runId,
      data: { executionId: execution.id, ...errorFacts(toErrorInfo(error)) },
    });
    return unknownOutcome(deps, record, { execution, args });
  }
}

/** How long the end of a run may wait for its page, in milliseconds: a stop ends within a second, however the page behaves. */
const STOP_LIMIT_MS = 500;

/**
 * Runs `work` with a signal that aborts when a stop can't wait for the page any longer. Once for a whole stop: limits in
 * a row add up.
 */
async function withinStopLimit<Value>(
  { timer }: Pick<LoopDeps, 'timer'>,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const over = new AbortController();
  timer.sleep(STOP_LIMIT_MS, over.signal).then(
    () => limit.abort(stoppedWaiting()),
    // The work was done before.
    () => undefined,
  );
  try {
    return await work(limit.signal);
  } finally {
    over.abort();
  }
}

function stoppedWaiting(): StewardError {
  return new StewardError('timeout', 'The page did not answer while the run was being stopped.', {
    remedy: 'Look at the page before going on.',
  });
}
