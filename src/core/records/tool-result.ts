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
