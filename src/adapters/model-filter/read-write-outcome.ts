import type { ToolResult } from '@/src/schema/tool-result';
import type { PageWrite } from './page-access';

/** Reads the outcome of an operation from the tool result that the page half answered with. */
export function readWriteOutcome({ success, message, error_code, data }: ToolResult): PageWrite {
  if (success) return { outcome: 'done', result: data?.result };
  if (error_code === 'page_changed') return { outcome: 'page-changed' };
  const code = data?.code;
  return { outcome: 'refused', code: typeof code === 'string' ? code : (error_code ?? ''), message };
}
