import type { Approval, ApprovalCall } from '@/src/schema/approval';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { RequestableStatus } from '@/src/schema/run-status';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { SettledWrite } from '../page-history/close-write';
import { withDecision } from '../policy/with-decision';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { LoopDeps } from './agent-loop';

/** Outcome of one step of a call. */
export type CallStepOutcome =
  | CallResult
  /** The call waits for an approval request: a new one, or a pending one with a new preview. */
  | { kind: 'ask'; approval: Approval; isNew: boolean }
  /** A module carries the call out and provides the result. */
  | { kind: 'delegated' };

/** A call's write that ends with the call's result. */
export interface EndingWrite {
  /** The `source.page` of the reading that it was based on. */
  page: string;
  settled: SettledWrite;
  /**
   * The page right after the write, with its restorable state; null if the write changed nothing. `isExact`: the write alone led
   * to this state; otherwise the page may hold changes by others too.
   */
  left: (PageHashes & { context: Json; state: Json; isExact: boolean }) | null;
}

/** The result of a call, as it is stored and audited. */
export interface CallResult {
  kind: 'result';
  result: ToolResult;
  decision: NewAuditEntry['decision'];
  /** The user's note on the decision; empty if there is none. */
  note: string;
  /** The arguments that ran; null if the call didn't reach the page. */
  ran: JsonObject | null;
  /** Hash of the page's state before and after; null if the call didn't reach the page or can't have changed it. */
  stateHashBefore: string | null;
  stateHash: string | null;
  /** Null for a call without a write, or whose write has ended already. */
  write: EndingWrite | null;
  durationMs: number;
  /** True if plan mode kept the call for the run's plan instead of running it. */
  isPlanned: boolean;
  /** True if the call couldn't be run as written. */
  isInvalid: boolean;
  /** Repairs of its arguments, one sentence each. */
  repairs: string[];
  /** The status that a built-in call requests. */
  request: BuiltInOutcome['request'] | null;
}

/** Result of a call. `more`: the fields that differ from those of a call that didn't reach the page. */
export function callResult(
  result: ToolResult,
  more: Partial<Omit<CallResult, 'kind' | 'result'>>,
): CallResult {
  return {
    kind: 'result',
    result,
    decision: 'not-asked',
    note: '',
    ran: null,
    stateHashBefore: null,
    stateHash: null,
    write: null,
    durationMs: 0,
    isPlanned: false,
    isInvalid: false,
    repairs: [],
    request: null,
    ...more,
  };
}

/** A call's result as the page reported it. */
export function pageResult(
  outcome: ExecutionOutcome,
  more: Partial<Omit<CallResult, 'kind' | 'result'>>,
): CallResult {
  return callResult(outcome.result, {
    stateHashBefore: outcome.stateHashBefore,
    stateHash: outcome.stateHashAfter,
    ...more,
  });
}

/**
 * Result of a built-in call, and the status that it requests: at once, or in place of the next request to the model.
 */
export interface BuiltInOutcome {
  result: ToolResult;
  request: { mode: 'now' | 'queue'; status: RequestableStatus };
}

/** The call as the user approved it; null if the policy allowed it. */
export async function approvedCall(
  deps: Pick<LoopDeps, 'journal'>,
  execution: Execution,
): Promise<ApprovalCall | null> {
  const approval = await deps.journal.approvalOf(execution);
  const call = approval?.calls.find(({ executionId }) => executionId === execution.id);
  return call?.decision?.verdict === 'approved' ? call : null;
}

/**
 * Decision, note and arguments of a started call, for its result.
 *
 * @param args as the model wrote them; null if no tool accepts them any more
 */
export function decisionFacts(
  approved: ApprovalCall | null,
  args: JsonObject | null,
): Pick<CallResult, 'decision' | 'note' | 'ran'> {
  const decision = approved?.decision ?? null;
  return decision === null
    ? { decision: 'allowed', note: '', ran: args }
    : { decision: 'approved', note: decision.note, ran: decision.args };
}

/** A call's result with the decision that let it run, and the user's changes to it. */
export function withDecisionFacts(
  result: CallResult,
  approved: ApprovalCall | null,
  args: JsonObject | null,
): CallResult {
  return { ...result, ...decisionFacts(approved, args), result: withDecision(result.result, approved) };
}
