import type { ToolCall } from '../chat/message';
import type { CheckpointCall } from '../checkpoints/checkpoint';
import { isStewardError } from '../errors';
import type { JsonObject } from '../json';
import { permissionFor } from '../policy/permission-for';
import { callLabel } from '../tools/call-label';
import type { ExecutionOutcome } from '../tools/execution-outcome';
import { changesPage, type ToolDefinition, type ToolResult } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import { approvalText } from './approval-text';
import { denied, outcomeUnknown, pageChanged, rejected } from './call-results';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { adapterFor } from './record-access';
import type { Approval, Execution } from './run';

/** What became of a call that was looked at: a result to store, or a question that waits for the person. */
export type CallOutcome =
  | {
      kind: 'result';
      result: ToolResult;
      /** The page's hash afterwards; null if the call didn't reach the page or can't have changed it. */
      stateHash: string | null;
      durationMs: number;
      /** The call couldn't be run as written. */
      invalid: boolean;
    }
  | { kind: 'waiting'; approval: Approval }
  /** Asked already, not decided yet. */
  | { kind: 'still-waiting' };

/** One call on its way: prepare → approve → checkpoint → apply → report. The caller stores what it came to. */
export async function runCall(
  deps: LoopDeps,
  record: ChatRecord,
  response: { messageId: string; position: number; calls: readonly ToolCall[] },
  call: ToolCall,
  execution: Execution,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { tools } = adapterFor(record.chat, deps.adapters);
  const prepared = validateCall(tools, call);
  if (prepared.kind === 'invalid') return { ...answered(prepared.result), invalid: true };
  const { tool, args } = prepared;
  if (execution.state === 'started') return recallInterrupted(deps, record, execution);

  const stage = await approve(deps, record, execution, tool, args, signal);
  if (stage !== 'approved') return stage;
  let expectedStateHash: string | null = null;
  if (tool.effect !== 'read') {
    const reading = await deps.page.readContext(record.chat, signal);
    if (reading.stateHash !== record.chat.lastStateHash) return answered(pageChanged());
    expectedStateHash = reading.stateHash;
    if (changesPage(tool.effect) && (await deps.checkpointStore.ofResponse(response.messageId)) === null) {
      await deps.checkpoints.take({
        chatId: execution.chatId,
        reason: 'before-changes',
        runId: execution.runId,
        messageId: response.messageId,
        position: response.position,
        calls: changingCalls(tools, response.calls),
        stateHash: reading.stateHash,
        state: adapterFor(record.chat, deps.adapters).restorableState(reading.context),
        conversation: null,
      });
    }
  }
  signal.throwIfAborted();
  return apply(deps, record, execution, tool, args, expectedStateHash);
}

async function approve(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
  tool: ToolDefinition,
  args: JsonObject,
  signal: AbortSignal,
): Promise<'approved' | CallOutcome> {
  const permission = permissionFor(record.chat.settings, tool);
  if (permission === 'allow') return 'approved';
  if (permission === 'deny') return answered(denied(tool.name));
  const earlier = await deps.journal.approvalOf(execution.id);
  if (earlier?.state === 'approved') return 'approved';
  if (earlier?.state === 'rejected') return answered(rejected(earlier.note));
  if (earlier !== null) return { kind: 'still-waiting' };
  const adapter = adapterFor(record.chat, deps.adapters);
  const reading = await deps.page.readContext(record.chat, signal);
  return {
    kind: 'waiting',
    approval: {
      id: deps.ids.newId(),
      chatId: execution.chatId,
      runId: execution.runId,
      executionId: execution.id,
      tool: tool.name,
      ...approvalText(tool, args, adapter.unsavedNote(reading.context)),
      createdAtMs: deps.clock.now(),
      state: 'pending',
      note: '',
      decidedAtMs: null,
    },
  };
}

async function apply(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
  tool: ToolDefinition,
  args: JsonObject,
  expectedStateHash: string | null,
): Promise<CallOutcome> {
  const startedAtMs = deps.clock.now();
  await deps.journal.markStarted(execution.id, startedAtMs);
  try {
    const outcome = await deps.page.execute(record.chat, {
      executionId: execution.id,
      tool: tool.name,
      args,
      timeoutMs: tool.timeoutMs,
      expectedStateHash,
    });
    return fromOutcome(outcome, deps.clock.now() - startedAtMs);
  } catch (error) {
    // Refused before anything happened: the model sees the new state and decides anew.
    if (isStewardError(error) && error.code === 'page-changed') return answered(pageChanged());
    throw error;
  }
}

/** After a death of the worker: asks the page what became of a call that was under way. It is never run again. */
export async function recallInterrupted(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
): Promise<Extract<CallOutcome, { kind: 'result' }>> {
  const outcome = await deps.page.recall(record.chat, execution.id);
  if (outcome !== null) return fromOutcome(outcome, 0);
  return answered(outcomeUnknown());
}

function changingCalls(tools: readonly ToolDefinition[], calls: readonly ToolCall[]): CheckpointCall[] {
  return calls.flatMap((call) => {
    const checked = validateCall(tools, call);
    if (checked.kind === 'invalid' || !changesPage(checked.tool.effect)) return [];
    return [
      {
        executionId: call.executionId,
        name: call.name,
        label: callLabel(call.name, checked.args),
        outcome: null,
        success: null,
      },
    ];
  });
}

function fromOutcome(
  outcome: ExecutionOutcome,
  durationMs: number,
): Extract<CallOutcome, { kind: 'result' }> {
  return {
    kind: 'result',
    result: outcome.result,
    stateHash: outcome.stateHashAfter,
    durationMs,
    invalid: false,
  };
}

/** A result that needed no page. */
export function answered(result: ToolResult): Extract<CallOutcome, { kind: 'result' }> {
  return { kind: 'result', result, stateHash: null, durationMs: 0, invalid: false };
}
