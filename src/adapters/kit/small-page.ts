import type { PageHalf, PageIdentity } from '@/src/core/adapter/page-half';
import type { Json } from '@/src/schema/values/json';
import { createSmallHalf, type SmallState } from './small-half';

/** Functions of a small adapter that recognize, read, change and watch the page. */
export interface SmallPage<Context extends Json, State extends Json> extends SmallState<Context, State> {
  /** Resolves within 2,000 ms: with the page's identity, or with null for another page. */
  detect(signal: AbortSignal): Promise<PageIdentity | null>;
  /** Calls `onChange` after each change of the page, including changes by its own scripts, until the signal aborts. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/**
 * Creates the page half of a small adapter that reads and changes the state within the page. `commits` contains the
 * names of the commit tools.
 */
export function createSmallPage<Context extends Json, State extends Json>(
  page: SmallPage<Context, State>,
  commits: readonly string[],
): PageHalf {
  return {
    ...createSmallHalf(page, commits),
    detect: (signal) => page.detect(signal),
    subscribe: (onChange, signal) => page.watch(onChange, signal),
  };
}
