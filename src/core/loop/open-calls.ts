import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, ToolCall } from '@/src/schema/message';
import { toolsFor } from '../adapter/adapter-of-chat';
import { nextStep, openCalls } from '../history/next-step';
import { conversation } from '../records/message';
import { type ChatRecord, executionOf } from '../records/record-access';
import { touchesPage } from '../records/tool-effect';
import { isActive } from '../records/transition';
import type { ToolDefinition } from '../tools/tool-definition';
import { writtenArguments } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { type InterruptedCall, recallInterrupted } from './recover-call';
import { reportResult } from './report-result';

/** A call of a response that has no result. */
export interface OpenCall extends InterruptedCall {
  call: ToolCall;
  /** True for a started call that the page carries out and that isn't a read: only the page knows its outcome. */
  mayHaveChangedPage: boolean;
}

/** The open calls of a response, in call order. */
export async function openCallsOf(
  { journal, adapters }: Pick<LoopDeps, 'journal' | 'adapters'>,
  { chat, messages }: ChatRecord,
  response: AssistantMessage,
): Promise<OpenCall[]> {
  const tools = toolsFor(chat, adapters);
  const executions = await journal.executionsOf(response.id);
  return openCalls(messages, response).map((call) => {
    const execution = executionOf(executions, call);
    const args = writtenArguments(tools, call);
    return { call, execution, args, mayHaveChangedPage: mayHaveChangedPage(tools, execution) };
  });
}

function mayHaveChangedPage(tools: readonly ToolDefinition[], { state, effect, name }: Execution): boolean {
  const isDelegated = tools.some((tool) => tool.name === name && tool.executor === 'delegated');
  return state === 'started' && effect !== null && touchesPage(effect) && !isDelegated;
}

/**
 * Stores the results of started calls that may have changed the page, and that an earlier worker left open in a run
 * that is no longer active. Call it before messages are set aside: nothing would store the results afterwards, and
 * the audit would lack a change of the page. A change can be attributed correctly only once the outcome of each
 * earlier write is known. Rejects with `page-gone`, and with the signal's reason.
 */
export async function settleInterruptedWrites(
  deps: LoopDeps,
  chatId: string,
  signal: AbortSignal,
): Promise<void> {
  const record = await deps.journal.load(chatId);
  const { run } = record;
  if (run === null || isActive(run.status)) return;
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind !== 'execute') return;
  const { response } = next;
  const open = await openCallsOf(deps, record, response);
  for (const { call, execution, args } of open.filter((call) => call.mayHaveChangedPage)) {
    const outcome = await recallInterrupted(deps, record, { execution, args }, signal);
    await reportResult(deps, record.chat, response, { call, execution, outcome, isLast: false });
  }
}
