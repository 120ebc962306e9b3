import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { CheckpointOutcome } from '@/src/schema/checkpoint';
import type { AssistantMessage, ToolCall, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { canonicalJson } from '../hash';
import { logFailure } from '../logging/log-failure';
import type { Journal } from '../ports/journal';
import { boundPage, type ChatRecord } from '../records/record-access';
import { isAudited, touchesPage } from '../records/tool-effect';
import { transition } from '../records/transition';
import type { LoopDeps } from './agent-loop';
import type { CallResult } from './call-result';
import { sourceOf } from './change-status';
import { messageAt } from './run-messages';

/**
 * Stores a call's result at its position after the response, together with the run's next status, the audit row, the end of
 * the call's write and the outcome in the response's checkpoint. The next status is the one that a built-in call requests, or the
 * one that follows the response's last result.
 * `leftStateHash`: hash of the page's state after a call that isn't sent to the page. `isLast`: every other call of the response
 * has its result, and none requests a status. Returns false if another result of the call was stored first.
 */
export async function reportResult(
  deps: LoopDeps,
  chat: ChatRecord['chat'],
  response: AssistantMessage,
  done: {
    call: ToolCall;
    execution: Execution;
    outcome: CallResult;
    leftStateHash?: string | null;
    isLast: boolean;
  },
): Promise<boolean> {
  const { execution, outcome, leftStateHash, isLast } = done;
  const run = await deps.journal.runById(execution.runId);
  const { request } = outcome;
  const status = statusAfter(run, request, isLast);
  const write = writeEnd(deps, chat, outcome.write);
  const left = write?.left ?? null;
  const entry: Parameters<Journal['storeResult']>[0] = {
    message: toolMessage(deps, run, response, done),
    run: status === null ? {} : { status },
    chat: {
      ...(left === null ? {} : { lastStateHash: left.stateHash }),
      ...(request?.mode === 'queue' ? { queuedStatus: request.status } : {}),
    },
    write,
    checkpoint: await checkpointAfter(deps, response, execution, outcome),
    leftStateHash: leftStateHash ?? null,
    audit: auditOf(boundPage(chat).origin, done, {
      id: deps.ids.newId(),
      atMs: deps.clock.now(),
      savedBefore: await savedBefore(deps, execution),
    }),
  };
  if (!(await storeOnce(deps, entry))) return false;
  emitResult(deps, run, done);
  if (status !== null) deps.events.emit(sourceOf(run), { type: 'status-changed', status });
  return true;
}

/** The response's checkpoint with the call's outcome; null if the call concerns no page, or the checkpoint can't be read. */
async function checkpointAfter(
  { checkpoints, logger }: LoopDeps,
  response: AssistantMessage,
  { id: executionId, effect, chatId, runId }: Execution,
  { result, ran: args, write }: CallResult,
): Promise<CheckpointOutcome | null> {
  if (effect === null || !touchesPage(effect)) return null;
  const { success, message } = result;
  const call = { executionId, args, success, message };
  try {
    return await checkpoints.withOutcome(response, call, write?.left ?? null);
  } catch (error) {
    // A result that is never stored would block the chat, and the audit would lack a change of the page.
    const facts = { chatId, runId, data: { executionId } };
    logFailure(logger.error, 'ai_loop.tool_call', 'A checkpoint can’t get its call’s outcome.', error, facts);
    return null;
  }
}

/** The end of the call's write, which is stored with the result. */
function writeEnd(
  { observer }: LoopDeps,
  chat: ChatRecord['chat'],
  write: CallResult['write'],
): Parameters<Journal['storeResult']>[0]['write'] {
  if (write === null) return null;
  const { page, settled, left } = write;
  // If others may have changed the page too, its state is not the one that the call led to.
  return { ends: observer.closing(chat, page, settled), left: left?.isExact ? left : null };
}

/** The status that the run gets with the result; null if it keeps its own. */
function statusAfter({ status }: Run, request: CallResult['request'], isLast: boolean): RunStatus | null {
  if (request?.mode === 'now') {
    return transition(status, { type: 'status-requested', status: request.status });
  }
  if (!isLast || status.state !== 'waiting-for-tools') return null;
  return transition(status, { type: 'results-complete' });
}

/** Returns false if the call has a result already: the journal accepts one per call. */
async function storeOnce(
  { journal }: LoopDeps,
  entry: Parameters<Journal['storeResult']>[0],
): Promise<boolean> {
  try {
    await journal.storeResult(entry);
    return true;
  } catch (error) {
    const execution = await journal.executionById(entry.message.executionId);
    if (execution?.state === 'done') return false;
    throw error;
  }
}

function emitResult(
  deps: LoopDeps,
  run: Run,
  { call, outcome }: { call: ToolCall; outcome: CallResult },
): void {
  const { executionId, name } = call;
  const source = sourceOf(run);
  if (outcome.isInvalid) {
    deps.events.emit(source, { type: 'call-invalid', executionId, name, count: run.invalidCalls });
  }
  if (outcome.repairs.length > 0) {
    deps.events.emit(source, { type: 'call-repaired', executionId, name, repairs: outcome.repairs });
  }
  const { success, error_code: errorCode = null } = outcome.result;
  const { durationMs } = outcome;
  deps.events.emit(source, {
    type: 'tool-result-processed',
    executionId,
    name,
    success,
    errorCode,
    durationMs,
  });
}

function toolMessage(
  deps: LoopDeps,
  run: Run,
  response: AssistantMessage,
  { call, outcome }: { call: ToolCall; outcome: CallResult },
): ToolMessage {
  const index = response.toolCalls.findIndex(({ executionId }) => executionId === call.executionId);
  return {
    // In call order after the response, whatever the order of the results.
    ...messageAt(deps, { run, position: response.position + 1 + index }),
    role: 'tool',
    executionId: call.executionId,
    modelCallId: call.modelCallId,
    name: call.name,
    result: outcome.result,
    durationMs: outcome.durationMs,
    pageUpdate: null,
    ...(outcome.isPlanned ? { planned: true } : {}),
  };
}

/** The saved state that a commit overwrote, stored at its start; null for other calls. */
async function savedBefore({ journal }: LoopDeps, { id, effect }: Execution): Promise<string | null> {
  if (effect !== 'commit') return null;
  const saved = (await journal.executionById(id))?.write?.savedBefore ?? null;
  return saved === null ? null : canonicalJson(saved);
}

/** The audit row of a call; null if the call can neither change nor send anything, or was only planned. */
function auditOf(
  origin: string,
  { call, execution, outcome }: { call: ToolCall; execution: Execution; outcome: CallResult },
  entry: Pick<NewAuditEntry, 'id' | 'atMs' | 'savedBefore'>,
): NewAuditEntry | null {
  // A planned call is audited when it runs or is rejected.
  if (execution.effect === null || !isAudited(execution.effect) || outcome.isPlanned) return null;
  return {
    ...entry,
    origin,
    chatId: execution.chatId,
    runId: execution.runId,
    messageId: execution.messageId,
    executionId: execution.id,
    action: 'call',
    subject: call.name,
    proposed: call.argumentsText,
    // An approval request has shown the call, whatever ended it.
    decision:
      outcome.decision === 'not-asked' && execution.state === 'awaiting-approval'
        ? 'unanswered'
        : outcome.decision,
    note: outcome.note,
    ran: outcome.ran === null ? null : canonicalJson(outcome.ran),
    success: outcome.result.success,
    errorCode: outcome.result.error_code ?? null,
    stateHashBefore: outcome.stateHashBefore,
    stateHashAfter: outcome.stateHash,
  };
}
