import type { AssistantMessage } from '../chat/message';
import { toErrorInfo } from '../errors';
import type { JsonObject } from '../json';
import { errorFacts } from '../logging/error-log-level';
import { answered, type CallResult } from './call-outcome';
import { cancelled } from './call-results';
import { executionOf } from './execute-response';
import type { LoopDeps } from './loop-deps';
import { openCalls } from './next-step';
import type { ChatRecord } from './ports';
import { recallInterrupted, unknownOutcome } from './recall-interrupted';
import { toolsFor } from './record-access';
import { reportResult } from './report-result';
import type { Execution } from './run';
import { withinStopLimit } from './within-stop-limit';
import { writtenArguments } from './written-arguments';

/**
 * Answers every open call of a response, so that none is left without a result: with what the page says of it if it
 * was under way, else with `cancelled`.
 */
export async function cancelOpenCalls(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
): Promise<void> {
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(response.id);
  for (const call of openCalls(record.messages, response)) {
    const execution = executionOf(executions, call);
    const outcome =
      execution.state === 'started'
        ? await withinStopLimit(deps, (signal) =>
            recallOrUnknown(deps, record, { execution, args: writtenArguments(tools, call) }, signal),
          )
        : answered(cancelled());
    await reportResult(deps, record.chat, response, { call, execution, outcome });
  }
}

async function recallOrUnknown(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, args }: { execution: Execution; args: JsonObject | null },
  signal: AbortSignal,
): Promise<CallResult> {
  try {
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
