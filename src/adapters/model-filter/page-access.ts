import type { JsonObject } from '@/src/core/json';
import type { ModelFilterContext, ModelFilterState } from './model-filter-context';

/** Actions that only look: they have the page fetch what it can show, and may be repeated. */
export const LOOKING_ACTIONS = ['load-models', 'read-saved'] as const;
/** Actions that change the page or what lies behind it. */
export const CHANGING_ACTIONS = ['save', 'refresh', 'switch-provider'] as const;

/** One of the page's own actions (docs/page-protocol.md, "Actions"). */
export interface PageAction {
  name: (typeof LOOKING_ACTIONS)[number] | (typeof CHANGING_ACTIONS)[number];
  args: JsonObject;
}

/**
 * What a change came to. `page-changed`: somebody else changed the rules meanwhile, so nothing was done. `result`: what
 * the page's action answered, not looked at yet. `refused`: with the page's code and words; the code `timeout` leaves
 * open what happened, and with `not-applied` the page accepted the change but shows another state.
 */
export type PageWrite =
  | { outcome: 'done'; result: unknown }
  | { outcome: 'page-changed' }
  | { outcome: 'refused'; code: string; message: string };

/** `discard`: the change puts rules back to the saved ones, as the page's own Discard does. */
export type ApplyOptions = { discard?: true };

/** The model-filter page as its tools reach it. Everything rejects with a StewardError only. */
export interface PageAccess {
  read(): Promise<ModelFilterContext>;
  /**
   * Puts the page into `to` if its restorable state is still `from`, and checks that it took just that. The page counts a
   * discard as one of its own.
   */
  apply(from: ModelFilterState, to: ModelFilterState, options?: ApplyOptions): Promise<PageWrite>;
  /** Runs one of the page's own actions if its restorable state is still `from`; with null, in any case. */
  act(from: ModelFilterState | null, action: PageAction): Promise<PageWrite>;
}
