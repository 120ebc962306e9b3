import type { PageHalf, PageIdentity } from '@/src/core/adapter/page-half';
import type { Json } from '@/src/schema/values/json';
import { createSmallHalf, type SmallState } from './small-half';

/** The parts in which small adapters differ: how their page is recognized, read, changed and watched. */
export interface SmallPage<Context extends Json, State extends Json> extends SmallState<Context, State> {
  /** A selector of the place for the button that opens Steward. Undefined for a page without one. */
  readonly buttonPlace?: string;
  /** Resolves with the page's identity, or null if it is another page, within 2,000 ms. */
  detect(signal: AbortSignal): Promise<PageIdentity | null>;
  /** Calls `onChange` after each change of the page, also by its own scripts, until the signal aborts. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/** The page half of a small adapter whose state is read and changed in the page. `commits`: the names of the commit tools. */
export function createSmallPage<Context extends Json, State extends Json>(
  page: SmallPage<Context, State>,
  commits: readonly string[],
): PageHalf {
  return {
    ...createSmallHalf(page, commits),
    ...(page.buttonPlace === undefined ? {} : { buttonPlace: page.buttonPlace }),
    detect: (signal) => page.detect(signal),
    subscribe: (onChange, signal) => page.watch(onChange, signal),
  };
}
