import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';

/** A failure that the model can act on. */
export function failure(code: string, message: string, data?: JsonObject): ToolResult {
  return { success: false, message, error_code: code, ...(data === undefined ? {} : { data }) };
}
