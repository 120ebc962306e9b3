import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import type { PageProtocolClient } from '../kit/page-protocol';
import type { AnyPageContext } from './any-page-context';
import { stateOfPage } from './page-state';
import { pageText } from './read/page-text';
import { readPage } from './read/read-page';
import { watchPage } from './read/watch-page';
import { modelContextOf } from './webmcp/model-context';
import { readPageTools } from './webmcp/read-page-tools';
import { runPageTool } from './webmcp/run-page-tool';

/** UTF-16 units of a page's title in its chat. A page may have a longer one, which is read whole. */
const MAX_TITLE = 200;

/**
 * The page half for pages without an adapter of their own. It reads; only the page's own tools change anything. A page that announces the page protocol is not one
 * of them: it may still be loading, and its own adapter then works with it.
 */
export function createAnyPage(
  document: Document,
  client: Pick<PageProtocolClient, 'announcedVersion'>,
): PageHalf {
  /** Each document has a time origin of its own. */
  const visit = () => hashJson([performance.timeOrigin, document.location.href]);
  const shown = () => ({ visit: visit(), ...readPage(document) });

  return {
    id: 'any-page',
    takesAnyPage: true,
    async detect() {
      if (client.announcedVersion() !== null || document.body === null || isLoading(document)) return null;
      return {
        instanceId: 'site',
        title: (pageText(document.title) || document.location.host).slice(0, MAX_TITLE),
      };
    },
    async getContext(): Promise<AnyPageContext> {
      const tools = await readPageTools(document);
      return { ...shown(), ...tools };
    },
    stateOf: (context) => stateOfPage(context as unknown as AnyPageContext),
    async applyState() {
      throw readsOnly();
    },
    async query() {
      throw readsOnly();
    },
    async execute(_tool, step, signal, assertExpected: (state: Json) => void) {
      const begun = visit();
      const result = await runPageTool(document, step, signal, () => assertExpected(stateOfPage(shown())));
      // Read at once: what the page changes later is no part of the call. The visit is that of the call's start: if the tool
      // navigated, no reading of the page has this state, so the next call needs a decision of its own.
      return { result, state: { ...stateOfPage(shown()), visit: begun } };
    },
    stopsWhenWithdrawn: true,
    subscribe(onChange, signal) {
      watchPage(document, onChange, signal);
      modelContextOf(document)?.addEventListener('toolchange', onChange, { signal });
    },
  };
}

/** Age of a document, in milliseconds, at which it counts as loaded although a part of it still loads. */
export const LOADED_MS = 5_000;

/** True while a page that has an adapter of its own may not be recognizable yet, such as by a title that its script sets. */
function isLoading({ readyState, defaultView }: Document): boolean {
  // A document without a window is one that nobody sees.
  const age = defaultView?.performance.now() ?? 0;
  return readyState === 'loading' || (readyState !== 'complete' && age < LOADED_MS);
}

/** The error for every call: this adapter's tools are computed in the background, from the page's context, and never reach the page. */
function readsOnly(): StewardError {
  return new StewardError('state-refused', 'Steward only reads this page.', {
    remedy: 'Make the change on the page yourself.',
  });
}
