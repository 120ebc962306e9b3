import type { JsonObject } from '@/src/schema/values/json';
import type { ModelFilterState } from './model-filter-context';

/** Actions that change nothing: the page fetches data that it can show. May be repeated. */
export const READING_ACTIONS = ['load-models', 'read-saved'] as const;
/** Actions that change the page or the proxy's data. */
export const CHANGING_ACTIONS = ['save', 'refresh', 'switch-provider'] as const;

/** One of the page's own actions (docs/page-protocol.md, "Actions"). */
type ActionName = (typeof READING_ACTIONS)[number] | (typeof CHANGING_ACTIONS)[number];

/**
 * An operation that a tool sends to the page half as the arguments of a call; everything else runs in the background.
 * `from` is the restorable state that the operation requires, or null for any state. With `discard`, the page counts a
 * discard.
 */
export type PageOperation =
  | { operation: 'apply'; from: ModelFilterState; to: ModelFilterState; discard?: true }
  | { operation: 'act'; from: ModelFilterState | null; name: ActionName; args: JsonObject };

/** Creates the operation that runs one of the page's own actions. */
export function action(
  from: ModelFilterState | null,
  name: ActionName,
  args: JsonObject,
): Extract<PageOperation, { operation: 'act' }> {
  return { operation: 'act', from, name, args };
}
