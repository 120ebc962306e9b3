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
 * The outcomes of a call, the worst first. `nothing-to-do`: the change was already made, or nothing matched. `refused`: the user, a permission or a
 * stop prevented it from running. `failed`: every other failure.
 */
export const CALL_OUTCOMES = ['failed', 'refused', 'nothing-to-do', 'done'] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Error codes of valid calls that were not run. */
const REFUSED = [
  'rejected_by_user',
  'denied_by_policy',
  'denied_by_organisation',
  'cancelled',
  'plan_open',
  'user_wrote',
];

/**
 * Error codes of calls that had nothing to do: a search without a match, or a change that was already made. Adapters name their
 * codes so that they match.
 */
const NOTHING_TO_DO = /^(no_match$|nothing_to_|already_|duplicate_)/;

/** The outcome of a call, by its result. Stored results of earlier versions have the same codes. */
export function callOutcome({ success, error_code }: ToolResult): CallOutcome {
  const code = error_code ?? '';
  if (success) return 'done';
  if (REFUSED.includes(code)) return 'refused';
  return NOTHING_TO_DO.test(code) ? 'nothing-to-do' : 'failed';
}

/**
 * Error codes of calls that were not run because of an error in the call itself: an unknown tool, invalid or cut-off
 * arguments, or the name of something that doesn't exist. Adapters choose their codes so that they match. Other
 * failures have causes that the model can't correct in the call.
 */
const MODELS_ERROR = /^(invalid_|unknown_tool$|unknown_chat$|ambiguous_|too_many_|cut_off$)|_not_found$/;

/**
 * True for a failure that the model can correct by another call. The user needs to know about it only if the model
 * doesn't.
 */
export function isModelsError({ success, error_code }: ToolResult): boolean {
  return !success && MODELS_ERROR.test(error_code ?? '');
}
