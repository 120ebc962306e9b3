import type { PageHalf } from '@/src/core/adapter/page-half';
import { BUTTON_PLACE, identifyPage, subscribeToPage } from '../kit/identify-page';
import type { PageProtocolClient } from '../kit/page-protocol';
import { type ModelFilterContext, restorableState } from './model-filter-context';
import {
  isChangeOperation,
  isReadOperation,
  type PageOperation,
  performOperation,
  WRONG_WAY,
} from './page-operation';
import { createPageOverProtocol } from './page-over-protocol';
import type { ModelFilterReading } from './read-page-state';

const ID = 'model-filter';

/** The page half of the model-filter adapter: runs the operations of its tools over the page protocol. */
export function createModelFilterPage(client: PageProtocolClient): PageHalf {
  const pageUntil = (signal: AbortSignal) => createPageOverProtocol(client, signal, null);
  /** The newest reading, for a change that follows it immediately. */
  let lastReading: ModelFilterReading | null = null;
  return {
    id: ID,
    buttonPlace: BUTTON_PLACE,
    detect: (signal) => identifyPage(client, ID, signal),
    async getContext(signal) {
      lastReading = await pageUntil(signal).reading();
      return lastReading.context;
    },
    // The host passes only contexts that getContext resolved with.
    stateOf: (context) => restorableState(context as unknown as ModelFilterContext),
    applyState: (state, signal) => pageUntil(signal).restore(state),
    query: async (_tool, args, signal) =>
      isReadOperation(args) ? performOperation(pageUntil(signal), args as PageOperation) : WRONG_WAY,
    async execute(_tool, args, signal) {
      if (!isChangeOperation(args)) return { result: WRONG_WAY, state: null };
      const page = createPageOverProtocol(client, signal, lastReading);
      lastReading = null;
      const result = await performOperation(page, args as PageOperation);
      return { result, state: await page.stateLeft() };
    },
    subscribe: (onChange, signal) => subscribeToPage(client, onChange, signal),
  };
}
