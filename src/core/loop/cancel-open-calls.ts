import type { AssistantMessage } from '../chat/message';
import { toErrorInfo } from '../errors';
import { errorFacts } from '../logging/error-log-level';
import { answered, type CallResult } from './call-outcome';
import { cancelled, outcomeUnknown } from './call-results';
import { executionOf } from './execute-response';
import type { LoopDeps } from './loop-deps';
import { openCalls } from './next-step';
import type { ChatRecord } from './ports';
import { reportResult } from './report-result';
import type { Execution } from './run';
import { recallInterrupted } from './run-call';

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
  for (const call of openCalls(record.messages, response)) {
    const execution = executionOf(executions, call);
    const outcome =
      execution.state === 'started' ? await recallOrUnknown(deps, record, execution) : answered(cancelled());
    await reportResult(deps, record.chat, response, { call, execution, outcome });
  }
}

async function recallOrUnknown(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
): Promise<CallResult> {
  try {
    return await recallInterrupted(deps, record, execution);
  } catch (error) {
    // The page is gone, so nobody can tell; the result says so.
    deps.logger.warning('ai_loop.tool_call', 'What became of a call can’t be asked.', {
      chatId: execution.chatId,
      runId: execution.runId,
      data: { executionId: execution.id, ...errorFacts(toErrorInfo(error)) },
    });
    return answered(outcomeUnknown());
  }
}
