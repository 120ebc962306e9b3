import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { AssistantMessage, ToolCall, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { ToolResult } from '@/src/schema/tool-result';
import { toolsFor } from '../adapter/adapter-of-chat';
import { internalError } from '../errors';
import { openCalls } from '../history/next-step';
import { SEND_MESSAGE } from '../records/chat-message';
import { type ChatRecord, currentRun, executionOf } from '../records/record-access';
import { touchesPage } from '../records/tool-effect';
import { isAnswerWait, transition } from '../records/transition';
import { oneStatusOnly } from '../tools/call-results';
import { messageArguments } from '../tools/send-message';
import { type ParsedCall, parsedCalls } from '../tools/validate-call';
import type { LoopDeps, StepDeps } from './agent-loop';
import { type CallStepOutcome, callResult } from './call-result';
import { sourceOf } from './change-status';
import { reportResult } from './report-result';
import { runCall } from './run-call';
import { needsLease } from './wait-for-page';

/**
 * Runs the calls of a response that have no result: neighbouring reads in parallel, all others one at a time, in call
 * order. Calls that request a status come last, since they end the round. A failed call doesn't stop the others. Each
 * result is stored as soon as it is known. Returns false if the run has to wait: for an approval or a delegated result
 * (later calls of the response then wait as well), or because a built-in call requested a status.
 */
export async function executeResponse(
  deps: StepDeps,
  record: ChatRecord,
  response: AssistantMessage,
  signal: AbortSignal,
): Promise<boolean> {
  let executions = await deps.journal.executionsOf(response.id);
  const callsIn = (chat: Chat) => parsedCalls(toolsFor(chat, deps.adapters), response);
  const statusCalls = callsIn(record.chat).flatMap((made) => (isStatusCall(made) ? [made.call] : []));
  // A delegated result may have been stored since the record was read; its call must not start again.
  const open = openCalls(record.messages, response).filter(
    (call) => executionOf(executions, call).state !== 'done',
  );
  // Sites carry out all their calls of a response together, so no other call may stand between them.
  const onSites = callsIn(record.chat).flatMap((made) => (isSitesCall(made) ? [made.call] : []));
  const calls = [
    ...open.filter((call) => onSites.includes(call)),
    ...open.filter((call) => !onSites.includes(call)),
  ];
  const groups = groupCalls(calls, executions, statusCalls);
  /** True if this step has the page's lease. */
  const isLeased = needsLease(deps, record);
  let { chat } = record;
  let run = currentRun(record);
  let isUncertain = record.messages.some(
    (message) => message.role === 'tool' && isOf(response, message) && leavesDoubt(message.result),
  );
  for (const [index, group] of groups.entries()) {
    signal.throwIfAborted();
    if (index > 0) {
      run = await deps.journal.runById(run.id);
      if (run.control !== null) return true;
      // Read the chat again: the user may have changed its policy, and the previous call may have changed the page's
      // hash that its row contains.
      chat = await deps.journal.chatById(chat.id);
    }
    const made = callsIn(chat);
    const isLocking = needsLease(deps, { ...record, chat });
    // The user changed the policy, so the run now needs the page's lease. Only a new step takes it.
    if (isLocking && !isLeased) return true;
    // Lock the page before any call, reads too: it must stay as the model saw it until all calls are done.
    if (isLocking) await deps.pageLock.lock(chat, run, executions, signal);
    const outcomes = await Promise.all(
      group.map(async ({ call, execution, isBuiltIn }) => {
        const { executionId, name } = call;
        if (execution.state === 'received') {
          deps.events.emit(sourceOf(run), { type: 'tool-call-identified', executionId, name });
        }
        const isSecond = isBuiltIn && call !== statusCalls[0];
        if (isSecond) return { call, execution, outcome: callResult(oneStatusOnly(), {}) };
        // A change must not run before an uncertain one that may still arrive at the page.
        const isHeld = isUncertain && changes(execution);
        const parsed = made.find((one) => one.call === call);
        if (parsed === undefined) throw internalError('internal', `The response has no call ${executionId}.`);
        const outcome = await runCall(
          deps,
          { ...record, chat },
          { response, calls: made, execution },
          { parsed, isHeld },
          signal,
        );
        return { call, execution, outcome };
      }),
    );
    for (const { call, execution, outcome } of outcomes) {
      if (outcome.kind !== 'result') continue;
      if (changes(execution) && leavesDoubt(outcome.result)) isUncertain = true;
      executions = executions.map((one) => (one.id === execution.id ? { ...one, state: 'done' } : one));
      const isLast = statusCalls.length === 0 && executions.every(({ state }) => state === 'done');
      await reportResult(deps, chat, response, { call, execution, outcome, isLast });
    }
    for (const { outcome } of outcomes) {
      if (outcome.kind === 'ask') {
        await waitForUser(deps, run, outcome);
        return false;
      }
    }
    if (outcomes.some(({ outcome }) => outcome.kind === 'delegated')) return false;
  }
  if (statusCalls.length === 0) return true;
  const { status } = await deps.journal.runById(run.id);
  // The other chat may have answered before this run began to wait for it.
  return status.state === 'waiting-for-tools' || isAnswerWait(status);
}

function isOf({ toolCalls }: AssistantMessage, { executionId }: ToolMessage): boolean {
  return toolCalls.some((call) => call.executionId === executionId);
}

function leavesDoubt({ error_code: code }: ToolResult): boolean {
  return code === 'outcome_unknown';
}

function changes({ effect }: Execution): boolean {
  return effect !== null && touchesPage(effect);
}

async function waitForUser(
  deps: LoopDeps,
  run: Run,
  { approval, isNew }: Extract<CallStepOutcome, { kind: 'ask' }>,
): Promise<void> {
  const status = transition(run.status, { type: 'approval-needed', approvalId: approval.id });
  if (isNew) await deps.journal.addApproval(approval, { status });
  else await deps.journal.updateApproval(approval, { status }, null);
  deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}

/**
 * True for a valid call of a built-in tool that requests a status: each of them except a send_message without `wait`.
 */
function isStatusCall(checked: ParsedCall): boolean {
  if (checked.kind === 'invalid' || checked.tool.executor !== 'built-in') return false;
  return checked.tool.name !== SEND_MESSAGE || messageArguments(checked.args).wait;
}

/** True for a valid call that the sites of a chat carry out. */
function isSitesCall(checked: ParsedCall): boolean {
  return checked.kind !== 'invalid' && checked.tool.executor === 'sites';
}

interface ExecutedCall {
  call: ToolCall;
  execution: Execution;
  isBuiltIn: boolean;
}

/**
 * Groups of calls that run in parallel: neighbouring reads together, all others alone, calls that request a status
 * last.
 */
function groupCalls(
  calls: readonly ToolCall[],
  executions: readonly Execution[],
  statusCalls: readonly ToolCall[],
): ExecutedCall[][] {
  const open = calls.map((call): ExecutedCall => {
    return { call, execution: executionOf(executions, call), isBuiltIn: statusCalls.includes(call) };
  });
  const groups: { isReading: boolean; calls: ExecutedCall[] }[] = [];
  for (const entry of [...open.filter((e) => !e.isBuiltIn), ...open.filter((e) => e.isBuiltIn)]) {
    const isReading = entry.execution.effect === 'read' && !entry.isBuiltIn;
    const last = groups.at(-1);
    if (isReading && last?.isReading) last.calls.push(entry);
    else groups.push({ isReading, calls: [entry] });
  }
  return groups.map((group) => group.calls);
}
