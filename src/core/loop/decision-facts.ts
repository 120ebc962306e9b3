import type { JsonObject } from '../json';
import { withDecision } from '../policy/with-decision';
import type { ApprovalCall } from '../records/approval';
import type { Execution } from '../records/run';
import type { CallResult } from './call-outcome';
import type { LoopDeps } from './loop-deps';

/** The call as the user approved it; null where the policy let it run. */
export async function askedCall(
  deps: Pick<LoopDeps, 'journal'>,
  execution: Execution,
): Promise<ApprovalCall | null> {
  const approval = await deps.journal.approvalOf(execution);
  const call = approval?.calls.find(({ executionId }) => executionId === execution.id);
  return call?.decision?.verdict === 'approved' ? call : null;
}

/**
 * Who let a call run that has started, and with what, for its result.
 *
 * @param args as the model wrote them; null where no tool takes them any more
 */
export function decisionFacts(
  asked: ApprovalCall | null,
  args: JsonObject | null,
): Pick<CallResult, 'decision' | 'note' | 'ran'> {
  const decision = asked?.decision ?? null;
  return decision === null
    ? { decision: 'allowed', note: '', ran: args }
    : { decision: 'approved', note: decision.note, ran: decision.args };
}

/** A call's result with who let it run, and what they changed of it (see {@link decisionFacts}). */
export function withFacts(
  result: CallResult,
  asked: ApprovalCall | null,
  args: JsonObject | null,
): CallResult {
  return { ...result, ...decisionFacts(asked, args), result: withDecision(result.result, asked) };
}
