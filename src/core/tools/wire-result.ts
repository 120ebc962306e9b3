import type { ToolResult } from './tool-definition';

/** Failures of a call that couldn't be run as written, which the model is asked to correct. */
const CORRECTABLE: readonly (string | undefined)[] = ['invalid_parameters', 'unknown_tool'];

/**
 * A result as the model reads it, always with the members in this order: `success`, `message`, `data`, `error_code`
 * (ledger A-211). A call that has to be corrected carries `error` and `hint` in place of message and data.
 */
export function wireResult({ success, message, data, error_code }: ToolResult): string {
  // A page may use the same codes: its data go out as they are.
  const isOurs = !success && CORRECTABLE.includes(error_code) && Object.keys(data ?? {}).join() === 'hint';
  if (isOurs) return JSON.stringify({ success, error: message, hint: data?.hint, error_code });
  return JSON.stringify({ success, message, data, error_code });
}
