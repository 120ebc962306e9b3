import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { ModelFilterContext, ModelFilterState } from './model-filter-context';

/** Actions that only read: the page fetches data that it can show. May be repeated. */
const READING_ACTIONS = ['load-models', 'read-saved'] as const;
/** Actions that change the page or the data behind it. */
const CHANGING_ACTIONS = ['save', 'refresh', 'switch-provider'] as const;

/** One of the page's own actions (docs/page-protocol.md, "Actions"). */
export interface PageAction {
  name: (typeof READING_ACTIONS)[number] | (typeof CHANGING_ACTIONS)[number];
  args: JsonObject;
}

/**
 * The outcome of a change. `page-changed`: somebody else changed the rules in the meantime, so nothing was
 * done. `result`: the action's unparsed result. `refused`: with the page's code and message; after `timeout`
 * the outcome is unknown, and with `not-applied` the page accepted the change but shows another state.
 */
export type PageWrite =
  | { outcome: 'done'; result: unknown }
  | { outcome: 'page-changed' }
  | { outcome: 'refused'; code: string; message: string };

/** `discard`: the change restores the saved rules, as the page's own Discard does. */
export type ApplyOptions = { discard?: true };

/** The model-filter page as its tools access it. Every method rejects with a StewardError only. */
export interface PageAccess {
  read(): Promise<ModelFilterContext>;
  /**
   * Puts the page into `to` if its restorable state is still `from`, and verifies the state afterwards. With
   * `discard`, the page counts a discard.
   */
  apply(from: ModelFilterState, to: ModelFilterState, options?: ApplyOptions): Promise<PageWrite>;
  /** Runs one of the page's own actions if its restorable state is still `from`; null skips that check. */
  act(from: ModelFilterState | null, action: PageAction): Promise<PageWrite>;
}

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

/** Reads the outcome of an operation from the tool result that the page half answered with. */
export function readWriteOutcome({ success, message, error_code, data }: ToolResult): PageWrite {
  if (success) return { outcome: 'done', result: data?.result };
  if (error_code === 'page_changed') return { outcome: 'page-changed' };
  const code = data?.code;
  return { outcome: 'refused', code: typeof code === 'string' ? code : (error_code ?? ''), message };
}
