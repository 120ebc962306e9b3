import type { JsonObject } from '../json';
import type { CoordinationStatus } from '../records/run-status';
import type { BuiltInOutcome } from './call-outcome';

/** What a built-in call may need beside its arguments. */
interface BuiltInCall {
  executionId: string;
  nowMs: number;
  /** Hash of the page's context, for {@link waitsForPage}; else null. */
  contextHash: string | null;
}

/** Whether a call waits for the page to change. */
export function waitsForPage(name: string, args: JsonObject): boolean {
  return name === 'wait' && args.for === 'page-change';
}

/**
 * Carries out a call of one of Steward's own tools (ledger D-057). `args` fit the tool's schema. The results go out
 * only when what was asked for is over, together with all others of the response (ledger C-060, C-061).
 */
export function runBuiltIn(name: string, args: JsonObject, call: BuiltInCall): BuiltInOutcome {
  switch (name) {
    case 'ask_user':
      return {
        result: { success: true, message: 'The question was put to the user. Their answer follows.' },
        request: { mode: 'now', status: { state: 'waiting-for-user-input', reason: 'question' } },
      };
    case 'wait':
      return {
        result: { success: true, message: `Waited: ${args.reason}` },
        request: { mode: 'now', status: waiting(args, call) },
      };
    default:
      return {
        result: { success: true, message: 'The task is finished.' },
        request: { mode: 'queue', status: { state: 'done' } },
      };
  }
}

function waiting(args: JsonObject, call: BuiltInCall): CoordinationStatus {
  return {
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: call.executionId,
    coordinatingToolName: 'wait',
    targetAgentScope: null,
    userCanInterrupt: true,
    seenContextHash: call.contextHash,
    reason: String(args.reason),
    untilMs: call.nowMs + Number(args.seconds) * 1_000,
  };
}
