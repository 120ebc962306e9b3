import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { ModelFilterState } from './model-filter-context';
import {
  CHANGING_ACTIONS,
  type PageAccess,
  type PageAction,
  type PageWrite,
  READING_ACTIONS,
} from './page-access';

/**
 * An operation that a tool sends to the page half, as the arguments of a call; everything else runs in the
 * background. `from`: the restorable state that the operation requires, or null for any.
 */
export type PageOperation =
  | { operation: 'apply'; from: ModelFilterState; to: ModelFilterState; discard?: true }
  | { operation: 'act'; from: ModelFilterState | null; name: PageAction['name']; args: JsonObject };

/** True if an operation only reads; false for anything malformed. */
export function isReadOperation({ operation, name }: { operation?: unknown; name?: unknown }): boolean {
  return operation === 'act' && isAmong(READING_ACTIONS, name);
}

/** True if an operation changes something; false for anything malformed. */
export function isChangeOperation({ operation, name }: { operation?: unknown; name?: unknown }): boolean {
  return operation === 'apply' || (operation === 'act' && isAmong(CHANGING_ACTIONS, name));
}

function isAmong(names: readonly string[], name: unknown): boolean {
  return typeof name === 'string' && names.includes(name);
}

/** The answer to a change sent as `query` or a read sent as `execute`; it is not carried out. */
export const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page was asked for something that can’t be done this way, so nothing was done.',
  error_code: 'wrong_way',
};

/**
 * Runs an operation. The result is readable for a model too, in case the background restarts and it is
 * reported as it is.
 */
export async function performOperation(page: PageAccess, operation: PageOperation): Promise<ToolResult> {
  return toResult(
    operation.operation === 'apply'
      ? await page.apply(operation.from, operation.to, operation.discard ? { discard: true } : undefined)
      : await page.act(operation.from, operation),
  );
}

function toResult(write: PageWrite): ToolResult {
  if (write.outcome === 'done') {
    const message = 'The page did it. Read its state for the result.';
    return { success: true, message, data: { result: write.result as Json } };
  }
  if (write.outcome === 'page-changed') {
    const message = 'The page was changed in the meantime, so nothing was done.';
    return { success: false, message, error_code: 'page_changed' };
  }
  const { code, message } = write;
  return { success: false, message, error_code: 'page_refused', data: { code } };
}
