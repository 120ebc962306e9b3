import type { ToolResult } from '@/src/schema/tool-result';

/** True if the call couldn't be run as written and the model should correct it. */
export function isCorrectable({ error_code }: ToolResult): boolean {
  return ['invalid_parameters', 'unknown_tool', 'cut_off'].includes(error_code ?? '');
}

/**
 * A result as the model gets it, always with the members in this order: `success`, `message`, `data`,
 * `error_code`. For a call that has to be corrected, `error` and `hint` replace message and data.
 */
export function wireResult(result: ToolResult): string {
  const { success, message, data, error_code } = result;
  // A page may use the same codes; its data are sent unchanged.
  const isOurs = !success && isCorrectable(result) && Object.keys(data ?? {}).join() === 'hint';
  if (isOurs) return JSON.stringify({ success, error: message, hint: data?.hint, error_code });
  return JSON.stringify({ success, message, data, error_code });
}
