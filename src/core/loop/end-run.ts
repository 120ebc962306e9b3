import type { Run } from '@/src/schema/run';
import { isStewardError, toErrorInfo } from '../errors';
import { nextStep } from '../history/next-step';
import { logFailure } from '../logging/log-failure';
import { withTimeLimit } from '../ports/with-time-limit';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun } from '../records/record-access';
import { hasEnded, isActive } from '../records/transition';
import { pageSilent } from '../shared-errors';
import { cancelled, interruptedRead, outcomeUnknown } from '../tools/call-results';
import type { LoopDeps } from './agent-loop';
import { approvedCall, type CallResult, callResult, withDecisionFacts } from './call-result';
import { changeStatus, changeStatusWith, sourceOf } from './change-status';
import { openCallsOf } from './open-calls';
import { type InterruptedCall, recallInterrupted, unknownOutcome } from './recover-call';
import { reportResult } from './report-result';
import { interruptedSending } from './send-message';

/**
 * Ends an inactive run (after an error, at a limit, after a rollback) before the next message: its open calls get a
 * result.
 */
export async function settleEarlierRun(deps: LoopDeps, record: ChatRecord): Promise<ChatRecord> {
  const { run } = record;
  if (run === null || isActive(run.status)) return record;
  const next = nextStep(conversation(record.messages), run.id);
  // Most runs have ended and left nothing open, so there is nothing to store, and the chat is not read again.
  if (next.kind !== 'execute' && hasEnded(run.status)) return record;
  await cancelOpenCalls(deps, record);
  if (!hasEnded(run.status)) await changeStatus(deps, run, { type: 'stopped' });
  return deps.journal.load(record.chat.id);
}

/** Ends a run that the user stopped: calls that haven't started get the result `cancelled`. */
export async function endStopped(deps: LoopDeps, chatId: string): Promise<void> {
  const record = await deps.journal.load(chatId);
  const run = currentRun(record);
  // Stored first, so that a restarted worker completes the stop.
  if (run.control !== 'stop') await deps.journal.updateRun(run.id, { control: 'stop' }, {});
  await cancelOpenCalls(deps, record);
  await changeStatusWith(deps, run, { type: 'stopped' }, { control: null }, {});
}

/** Ends a run with an error, which is stored with the run and shown with Retry. */
export async function endFailed(deps: LoopDeps, run: Run, cause: unknown): Promise<void> {
  const error = toErrorInfo(cause);
  if (!isStewardError(cause)) console.error(`run ${run.id} failed`, cause);
  deps.events.emit(sourceOf(run), { type: 'error', error });
  await changeStatusWith(deps, run, { type: 'failed' }, { error, control: null }, {});
}

/**
 * Stores a result for each open call of the chat's run: the outcome that the page reports for a call that may have changed
 * it, else `interrupted` for a started call, and `cancelled` for one that hasn't started. Call it before the run ends, so that
 * no approval request outlives its run.
 */
export async function cancelOpenCalls(deps: LoopDeps, record: ChatRecord): Promise<void> {
  const next = nextStep(conversation(record.messages), currentRun(record).id);
  if (next.kind !== 'execute') return;
  const { response } = next;
  const open = await openCallsOf(deps, record, response);
  const recalled = await recallCalls(
    deps,
    record,
    open.filter((call) => call.mayHaveChangedPage),
  );
  const onSites = await deps.resultsOnSites?.(record.chat.id);
  for (const { call, execution, args } of open) {
    const soFar = onSites?.get(execution.id);
    const outcome =
      recalled.get(execution.id) ??
      (soFar ? callResult(soFar, {}) : await outcomeOf(deps, { execution, args }));
    await reportResult(deps, record.chat, response, { call, execution, outcome, isLast: false });
  }
}

/** Results by execution id. All calls share one time limit, so that a stop ends in time however many there are. */
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

/**
 * Result of a call for which the page is not queried: it has not started, or is a read, a message or a delegated
 * call.
 */
async function outcomeOf(deps: LoopDeps, { execution, args }: InterruptedCall): Promise<CallResult> {
  const approved = await approvedCall(deps, execution);
  if (execution.state !== 'started') {
    const decided = approved?.decision ? { decision: 'approved' as const, note: approved.decision.note } : {};
    return callResult(cancelled(), decided);
  }
  if (execution.effect === 'message') return interruptedSending(deps, execution, args);
  // A module may still carry out a delegated change, so the page's present state proves nothing.
  const result = execution.effect === 'read' ? interruptedRead() : outcomeUnknown();
  const stateHashBefore = execution.write?.before.stateHash ?? null;
  return withDecisionFacts(callResult(result, { stateHashBefore }), approved, args);
}

async function recallOrUnknown(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, args }: InterruptedCall,
  signal: AbortSignal,
): Promise<CallResult> {
  try {
    // Earlier calls may have used up the time limit.
    signal.throwIfAborted();
    return await recallInterrupted(deps, record, { execution, args }, signal);
  } catch (error) {
    // The page is unreachable, so the result says that the outcome is unknown.
    const { chatId, runId, id: executionId } = execution;
    const facts = { chatId, runId, data: { executionId } };
    logFailure(
      deps.logger.warning,
      'ai_loop.tool_call',
      'The outcome of a call can’t be queried.',
      error,
      facts,
    );
    return unknownOutcome(deps, record, { execution, args });
  }
}

/**
 * Time limit of a stop's page requests, in milliseconds. A stop has to end within a second, even if the page doesn't
 * answer.
 */
const STOP_LIMIT_MS = 500;

/**
 * Runs `work` with a signal that aborts at the time limit of a stop. Use it once per stop, since the limits of
 * several uses add up.
 */
function withinStopLimit<Value>(
  { timer }: Pick<LoopDeps, 'timer'>,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return withTimeLimit(timer, STOP_LIMIT_MS, () => pageSilent(STOP_LIMIT_MS, null), work);
}
