import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';

/**
 * The `error_code` of a commit that was refused, with nothing written, because others had changed the saved state that it
 * would replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';

/** A failure that the model can act on. */
export function failure<Code extends string>(code: Code, message: string, data?: JsonObject): ToolResult {
  return { success: false, message, error_code: code, ...(data === undefined ? {} : { data }) };
}

/** Failures after which a call may have taken effect. */
const MAYBE_APPLIED = ['partly_applied', 'outcome_unknown', 'interrupted', 'timeout'];

/** True if the call certainly had no effect. */
export function isRefused({ success, error_code }: ToolResult): boolean {
  return !success && !MAYBE_APPLIED.includes(error_code ?? '');
}

/**
 * End of a call: `done`; `nothing-to-do`, since what it asked for is so already or there is none of it; `refused` before it ran, by
 * the user, their permissions or a stop; `failed`, for every other failure.
 */
export type CallOutcome = 'done' | 'nothing-to-do' | 'refused' | 'failed';

/** Codes of calls that were not run, though nothing was wrong with them. */
const REFUSED = ['rejected_by_user', 'denied_by_policy', 'cancelled', 'plan_open', 'user_wrote'];

/**
 * Codes of calls that had nothing to do: a search without a match, and a change that is made already. Adapters give their codes
 * these beginnings.
 */
const NOTHING_TO_DO = /^(no_match$|nothing_to_|already_|duplicate_)/;

/** The outcome of a call by its result; also for results of earlier versions. */
export function callOutcome({ success, error_code: code = '' }: ToolResult): CallOutcome {
  if (success) return 'done';
  if (REFUSED.includes(code)) return 'refused';
  return NOTHING_TO_DO.test(code) ? 'nothing-to-do' : 'failed';
}
