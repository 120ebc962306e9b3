import { toolsFor } from '../adapter/adapter-of-chat';
import { openCalls } from '../history/next-step';
import type { AssistantMessage, ToolCall, ToolMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { currentRun, executionOf } from '../records/record-access';
import type { Execution, Run } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import { transition } from '../records/transition';
import { oneStatusOnly } from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { callResult, type CallOutcome } from './call-result';
import { sourceOf } from './change-status';
import { reportResult } from './report-result';
import { runCall } from './run-call';

/**
 * Carries out the calls of one response that have no result yet: reads side by side, all else one at a time, in call
 * order; calls that ask for a status come last, since they end the round. One failing doesn't stop the rest. Every
 * result is stored as soon as it is in.
 * Answers whether the run goes on by itself: not if a call waits for the user or for a result from elsewhere (what
 * comes after such a call in the response then waits as well), or if a status was asked for.
 */
export async function executeResponse(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(response.id);
  const statusCalls = response.toolCalls.filter((call) => isStatusCall(tools, call));
  // A result from elsewhere may have been stored since the record was read; its call must not start again.
  const calls = openCalls(record.messages, response).filter(
    (call) => executionOf(executions, call).state !== 'done',
  );
  const groups = groupCalls(calls, executions, statusCalls);
  let { chat } = record;
  let isUncertain = record.messages.some(
    (message) => message.role === 'tool' && isOf(response, message) && leavesDoubt(message.result),
  );
  for (const [index, group] of groups.entries()) {
    signal.throwIfAborted();
    const run = await deps.journal.runById(currentRun(record).id);
    if (run.control !== null) return true;
    // What the user lets the assistant do holds from the next call on, and the page may have got another hash.
    if (index > 0) chat = await deps.journal.chatById(chat.id);
    const outcomes = await Promise.all(
      group.map(async ({ call, execution, isBuiltIn }) => {
        const { executionId, name } = call;
        if (execution.state === 'received') {
          deps.events.emit(sourceOf(run), { type: 'tool-call-identified', executionId, name });
        }
        const isSecond = isBuiltIn && call !== statusCalls[0];
        if (isSecond) return { call, execution, outcome: callResult(oneStatusOnly()) };
        // What has started is settled; what hasn't must not overtake a change that may still come.
        const isHeld = isUncertain && changes(execution);
        const outcome = await runCall(
          deps,
          { ...record, chat },
          response,
          { call, execution, isHeld },
          signal,
        );
        return { call, execution, outcome };
      }),
    );
    for (const { call, execution, outcome } of outcomes) {
      if (outcome.kind !== 'result') continue;
      if (changes(execution) && leavesDoubt(outcome.result)) isUncertain = true;
      await reportResult(deps, chat, response, { call, execution, outcome });
    }
    for (const { outcome } of outcomes) {
      if (outcome.kind === 'ask') {
        await waitForUser(deps, run, outcome);
        return false;
      }
    }
    if (outcomes.some(({ outcome }) => outcome.kind === 'delegated')) return false;
  }
  const { status } = await deps.journal.runById(currentRun(record).id);
  return status.state === 'waiting-for-tools';
}

function isOf({ toolCalls }: AssistantMessage, { executionId }: ToolMessage): boolean {
  return toolCalls.some((call) => call.executionId === executionId);
}

function leavesDoubt({ error_code: code }: ToolResult): boolean {
  return code === 'outcome_unknown';
}

/** Whether a call may change the page, or what it shows. */
function changes({ effect }: Execution): boolean {
  return effect !== null && effect !== 'read';
}

async function waitForUser(
  deps: LoopDeps,
  run: Run,
  { approval, isNew }: Extract<CallOutcome, { kind: 'ask' }>,
): Promise<void> {
  const status = transition(run.status, { type: 'approval-needed', approvalId: approval.id });
  if (isNew) await deps.journal.askApproval(approval, { status });
  else await deps.journal.updateApproval(approval, { status }, null);
  deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}

/** Whether a call, as written, asks for a status: all built-in tools do. */
function isStatusCall(tools: readonly ToolDefinition[], call: ToolCall): boolean {
  const checked = validateCall(tools, call);
  return checked.kind === 'valid' && checked.tool.executor === 'built-in';
}

interface OpenCall {
  call: ToolCall;
  execution: Execution;
  isBuiltIn: boolean;
}

/** Neighbouring reads of the page go together; everything else goes alone, and built-in calls behind all others. */
function groupCalls(
  calls: readonly ToolCall[],
  executions: readonly Execution[],
  statusCalls: readonly ToolCall[],
): OpenCall[][] {
  const open = calls.map((call): OpenCall => {
    return { call, execution: executionOf(executions, call), isBuiltIn: statusCalls.includes(call) };
  });
  const groups: { isReading: boolean; calls: OpenCall[] }[] = [];
  for (const entry of [...open.filter((e) => !e.isBuiltIn), ...open.filter((e) => e.isBuiltIn)]) {
    const isReading = entry.execution.effect === 'read' && !entry.isBuiltIn;
    const last = groups.at(-1);
    if (isReading && last?.isReading) last.calls.push(entry);
    else groups.push({ isReading, calls: [entry] });
  }
  return groups.map((group) => group.calls);
}
