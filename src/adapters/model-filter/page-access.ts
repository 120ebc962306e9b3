import type { JsonObject } from '@/src/schema/values/json';
import type { ModelFilterContext, ModelFilterState } from './model-filter-context';

/** Actions that only read: the page fetches data that it can show. May be repeated. */
export const READING_ACTIONS = ['load-models', 'read-saved'] as const;
/** Actions that change the page or the data behind it. */
export const CHANGING_ACTIONS = ['save', 'refresh', 'switch-provider'] as const;

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
