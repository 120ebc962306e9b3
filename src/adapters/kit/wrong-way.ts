import type { ToolResult } from '@/src/schema/tool-result';

/** The answer of a state half to a change sent as `query`, to a read sent as `execute`, and to what it doesn't know: a bug in Steward. */
export const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page takes no such operation; nothing was done.',
  error_code: 'wrong_way',
};
