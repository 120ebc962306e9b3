import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import type { ModelFilterState } from './model-filter-context';
import type { PageAccess, PageAction, PageWrite } from './page-access';

/**
 * What a tool has the page half do; everything else happens in the background. It travels as the arguments of a call.
 * `from` is the restorable state that it starts from, or null where that doesn't matter.
 */
export type PageOperation =
  | { operation: 'apply'; from: ModelFilterState; to: ModelFilterState }
  | { operation: 'act'; from: ModelFilterState | null; name: PageAction['name']; args: JsonObject };

/** Carries an operation out. The result tells a model what happened, should nobody be left to read it for it. */
export async function performOperation(page: PageAccess, operation: PageOperation): Promise<ToolResult> {
  return toResult(
    operation.operation === 'apply'
      ? await page.apply(operation.from, operation.to)
      : await page.act(operation.from, operation),
  );
}

function toResult(write: PageWrite): ToolResult {
  if (write.outcome === 'done') {
    const message = 'The page did it. Look at its state for what it came to.';
    return { success: true, message, data: { result: write.result as Json } };
  }
  if (write.outcome === 'page-changed') {
    const message = 'The page was changed in the meantime, so nothing was done.';
    return { success: false, message, error_code: 'page_changed' };
  }
  const { code, message } = write;
  return { success: false, message, error_code: 'page_refused', data: { code } };
}
