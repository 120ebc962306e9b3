import { toolsFor } from '../adapter/adapter-of-chat';
import { toErrorInfo } from '../errors';
import { openCalls } from '../history/next-step';
import { errorFacts } from '../logging/error-log-level';
import type { AssistantMessage, ToolCall } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { executionOf } from '../records/record-access';
import type { Execution } from '../records/run';
import { cancelled, interruptedRead, outcomeUnknown } from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import { writtenArguments } from '../tools/written-arguments';
import { answered, type CallResult } from './call-outcome';
import { askedCall, withFacts } from './decision-facts';
import type { LoopDeps } from './loop-deps';
import { type InterruptedCall, recallInterrupted, unknownOutcome } from './recall-interrupted';
import { reportResult } from './report-result';
import { withinStopLimit } from './within-stop-limit';

/**
 * Answers every open call of a response, so that none is left without a result: with what the page says of it if it
 * may have changed the page, else with `interrupted` if it was under way, and with `cancelled` if it wasn't.
 */
export async function cancelOpenCalls(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
): Promise<void> {
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(response.id);
  const open = openCalls(record.messages, response).map((call): OpenCall => {
    return { call, execution: executionOf(executions, call), args: writtenArguments(tools, call) };
  });
  const recalled = await recallAll(
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
async function recallAll(
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
  if (execution.state !== 'started') return answered(cancelled());
  const asked = await askedCall(deps, execution);
  // Whoever carries a delegated change out may still be at it, so that the page as it is now tells nothing.
  const result = execution.effect === 'read' ? interruptedRead() : outcomeUnknown();
  const stateHashBefore = execution.write?.before.stateHash ?? null;
  return withFacts(answered(result, { stateHashBefore }), asked, args);
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
