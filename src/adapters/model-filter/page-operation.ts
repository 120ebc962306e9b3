import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { ModelFilterState } from './model-filter-context';
import {
  CHANGING_ACTIONS,
  LOOKING_ACTIONS,
  type PageAccess,
  type PageAction,
  type PageWrite,
} from './page-access';

/**
 * What a tool has the page half do; everything else happens in the background. It travels as the arguments of a call.
 * `from` is the restorable state that it starts from, or null where that doesn't matter.
 */
export type PageOperation =
  | { operation: 'apply'; from: ModelFilterState; to: ModelFilterState; discard?: true }
  | { operation: 'act'; from: ModelFilterState | null; name: PageAction['name']; args: JsonObject };

/** Whether an operation only looks; anything that is no operation doesn't. */
export function isLook({ operation, name }: { operation?: unknown; name?: unknown }): boolean {
  return operation === 'act' && isAmong(LOOKING_ACTIONS, name);
}

/** Whether an operation changes something; anything that is no operation doesn't. */
export function isChange({ operation, name }: { operation?: unknown; name?: unknown }): boolean {
  return operation === 'apply' || (operation === 'act' && isAmong(CHANGING_ACTIONS, name));
}

function isAmong(names: readonly string[], name: unknown): boolean {
  return typeof name === 'string' && names.includes(name);
}

/** What is answered to an operation that came on the wrong way; it wasn't carried out. */
export const WRONG_WAY: ToolResult = {
  success: false,
  message: 'The page was asked for something that can’t be done this way, so nothing was done.',
  error_code: 'wrong_way',
};

/** Carries an operation out. The result tells a model what happened, should nobody be left to read it for it. */
export async function performOperation(page: PageAccess, operation: PageOperation): Promise<ToolResult> {
  return toResult(
    operation.operation === 'apply'
      ? await page.apply(operation.from, operation.to, operation.discard ? { discard: true } : undefined)
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
