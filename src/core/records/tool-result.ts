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
