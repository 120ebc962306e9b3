import type { Execution } from '@/src/schema/call';
import type { JsonObject } from '@/src/schema/values/json';
import { adapterFor } from '../adapter/adapter-of-chat';
import { isStewardError, toErrorInfo } from '../errors';
import { changedByText } from '../page-history/changed-by';
import { neverSent } from '../page-history/close-write';
import { NEVER_RECEIVED, NO_ANSWER } from '../page-history/settle-write';
import type { RecalledExecution } from '../ports/page-port';
import type { ChatRecord } from '../records/record-access';
import { interruptedRead, pageChanged } from '../tools/call-results';
import type { LoopDeps } from './agent-loop';
import { approvedCall, type CallResult, callResult, pageResult, withDecisionFacts } from './call-result';
import { settleByReading } from './perform-write';
import { resultOfWrite, storedWrite } from './write';

/**
 * A call that was interrupted after its start. `args`: as the model wrote them; null if no tool accepts them any
 * more.
 */
export interface InterruptedCall {
  execution: Execution;
  args: JsonObject | null;
}

/**
 * Determines the outcome of a call that a worker restart or a stop interrupted. The call is never run again: the page
 * is queried for its stored outcome, and is read if it has none. Rejects with `page-gone`, and with the signal's
 * reason.
 */
export async function recallInterrupted(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, args }: InterruptedCall,
  signal: AbortSignal,
): Promise<CallResult> {
  const { chat } = record;
  const approved = await approvedCall(deps, execution);
  const recalled = await recallFromPage(deps, record, execution, signal);
  const outcome = recalled.kind === 'done' ? recalled.outcome : null;
  const { write } = execution;
  if (write === null) {
    return outcome === null
      ? withDecisionFacts(callResult(interruptedRead(), {}), approved, args)
      : withDecisionFacts(pageResult(outcome, {}), approved, args);
  }
  const earlier = await deps.observer.stepsOf(write.page, execution.id);
  if (recalled.kind === 'failed' && recalled.error.code === 'page-changed') {
    const end = { ...neverSent(execution.id), earlier };
    await deps.observer.store(deps.observer.closing(chat, write.page, end));
    const causes = await changedByText(deps, chat, await deps.page.readContext(chat, signal));
    return withDecisionFacts(callResult(pageChanged(causes), {}), approved, null);
  }
  // A call that the page has received may still be running there.
  const unanswered = recalled.kind === 'unknown' ? NEVER_RECEIVED : NO_ANSWER;
  const interrupted = { ...storedWrite(execution, write), answer: outcome, earlier };
  const result = await settleByReading(deps, chat, interrupted, unanswered, signal);
  return withDecisionFacts(result, approved, args);
}

/**
 * The result of an interrupted call whose page is unreachable. Changes that it made are attributed to it when they
 * are observed.
 */
export async function unknownOutcome(
  deps: LoopDeps,
  { chat }: ChatRecord,
  { execution, args }: InterruptedCall,
): Promise<CallResult> {
  const approved = await approvedCall(deps, execution);
  const { write } = execution;
  if (write === null) return withDecisionFacts(callResult(interruptedRead(), {}), approved, args);
  const result = resultOfWrite(adapterFor(chat, deps.adapters), storedWrite(execution, write));
  return withDecisionFacts(result, approved, args);
}

/** The page's stored outcome. A page that fails to answer this query may still be readable. */
async function recallFromPage(
  deps: LoopDeps,
  { chat }: ChatRecord,
  execution: Execution,
  signal: AbortSignal,
): Promise<RecalledExecution> {
  try {
    return await deps.page.recall(chat, execution.id, signal);
  } catch (error) {
    if (signal.aborted || !isStewardError(error) || error.code === 'page-gone') throw error;
    return { kind: 'failed', error: toErrorInfo(error) };
  }
}
