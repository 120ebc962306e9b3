import type { Json, JsonObject } from '../json';
import { withDecision } from '../policy/with-decision';
import type { Approval, ApprovalCall } from '../records/approval';
import type { AuditRecord } from '../records/audit-entry';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { LeftPage } from '../records/known-page';
import type { Execution } from '../records/run';
import type { RequestableStatus } from '../records/run-status';
import type { ToolResult } from '../records/tool-result';
import type { LoopDeps } from './agent-loop';

/** What became of a call that was looked at. */
export type CallOutcome =
  | CallResult
  /** The user has to be asked, anew if `isNew` is false. */
  | { kind: 'ask'; approval: Approval; isNew: boolean }
  /** Somebody else carries it out and hands the result in. */
  | { kind: 'delegated' };

/** The page as a write left it, with its restorable state. */
export interface WrittenPage extends LeftPage {
  state: Json;
  stateHash: string;
  /** Hash of what is saved (see PageHashes). */
  savedHash: string;
  /** Whether the write alone led to this state; false if the page may hold changes by others as well. */
  isExact: boolean;
}

/** A result to store. */
export interface CallResult {
  kind: 'result';
  result: ToolResult;
  decision: AuditRecord['decision'];
  /** The user's words on it; empty if they gave none. */
  note: string;
  /** The arguments that ran; null if the call didn't reach the page. */
  ran: JsonObject | null;
  /** The page's hash before and after; null if the call didn't reach the page or can't have changed it. */
  stateHashBefore: string | null;
  stateHash: string | null;
  /** Null if it changed nothing. */
  left: WrittenPage | null;
  durationMs: number;
  /** Plan mode: it was worked out and kept for the run's plan. */
  isPlanned: boolean;
  /** The call couldn't be run as written. */
  isInvalid: boolean;
  /** What of its arguments was mended, in words. */
  repairs: string[];
  /** The status that a built-in call asks for. */
  request: BuiltInOutcome['request'] | null;
}

/** A result that needed no page. */
export function callResult(
  result: ToolResult,
  more: Partial<Omit<CallResult, 'kind' | 'result'>> = {},
): CallResult {
  return {
    kind: 'result',
    result,
    decision: 'not-asked',
    note: '',
    ran: null,
    stateHashBefore: null,
    stateHash: null,
    left: null,
    durationMs: 0,
    isPlanned: false,
    isInvalid: false,
    repairs: [],
    request: null,
    ...more,
  };
}

/** The page's word on a call. */
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

/** What a built-in call comes to: its result, and the status that it asks for, at once or in place of the next request. */
export interface BuiltInOutcome {
  result: ToolResult;
  request: { mode: 'now' | 'queue'; status: RequestableStatus };
}

/** The call as the user approved it; null where the policy let it run. */
export async function approvedCall(
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
export function withDecisionFacts(
  result: CallResult,
  asked: ApprovalCall | null,
  args: JsonObject | null,
): CallResult {
  return { ...result, ...decisionFacts(asked, args), result: withDecision(result.result, asked) };
}
