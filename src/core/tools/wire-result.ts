import type { ToolResult } from '../records/tool-result';

/** Whether a result says that the call couldn't be run as written, and the model is asked to correct it. */
export function isCorrectable({ error_code }: ToolResult): boolean {
  return error_code === 'invalid_parameters' || error_code === 'unknown_tool';
}

/**
 * A result as the model reads it, always with the members in this order: `success`, `message`, `data`, `error_code`
 * (ledger A-211). A call that has to be corrected carries `error` and `hint` in place of message and data.
 */
export function wireResult(result: ToolResult): string {
  const { success, message, data, error_code } = result;
  // A page may use the same codes: its data go out as they are.
  const isOurs = !success && isCorrectable(result) && Object.keys(data ?? {}).join() === 'hint';
  if (isOurs) return JSON.stringify({ success, error: message, hint: data?.hint, error_code });
  return JSON.stringify({ success, message, data, error_code });
}
