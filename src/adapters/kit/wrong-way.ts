import type { ToolResult } from '@/src/schema/tool-result';

/**
 * The result of a change sent as `query`, a read sent as `execute`, or an unknown operation. It indicates a bug in
 * Steward.
 */
export const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page takes no such operation; nothing was done.',
  error_code: 'wrong_way',
};
