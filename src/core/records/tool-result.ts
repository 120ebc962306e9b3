import type { ToolResult } from '@/src/schema/tool-result';

/**
 * The `error_code` of a commit that was refused, with nothing written, because others had changed the saved state that it
 * would replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';

/** Failures after which a call may have taken effect. */
const MAYBE_APPLIED = ['partly_applied', 'outcome_unknown', 'interrupted', 'timeout'];

/** True if the call certainly had no effect. */
export function isRefused({ success, error_code }: ToolResult): boolean {
  return !success && !MAYBE_APPLIED.includes(error_code ?? '');
}
