import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import type { PageProtocolClient } from '../kit/page-protocol';
import type { AnyPageContext } from './any-page-context';
import { stateOfPage } from './page-state';
import { pageText } from './read/page-text';
import { readPage } from './read/read-page';
import { modelContextOf, readPageTools, runPageTool } from './webmcp';

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

/** Shortest time between two notices, in milliseconds. A page that changes all the time would be read all the time. */
export const NOTICE_PAUSE_MS = 2_000;

/**
 * Calls `onChange` after the page's elements, its inputs or its address changed, until the signal aborts: at once, then at
 * most once in {@link NOTICE_PAUSE_MS}. Changes in shadow trees are noticed only with one outside of them.
 */
function watchPage(document: Document, onChange: () => void, signal: AbortSignal): void {
  const view = document.defaultView;
  if (view === null || signal.aborted) return;
  let timer: number | null = null;
  let hasChanged = false;

  function note(): void {
    if (timer !== null) {
      hasChanged = true;
      return;
    }
    hasChanged = false;
    timer = view?.setTimeout(endPause, NOTICE_PAUSE_MS) ?? null;
    onChange();
  }

  function endPause(): void {
    timer = null;
    if (hasChanged) note();
  }

  const observer = new MutationObserver(note);
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden', 'aria-hidden', 'open', 'class', 'style', 'checked', 'value'],
  });
  for (const type of ['input', 'change']) {
    document.addEventListener(type, note, { capture: true, passive: true, signal });
  }
  for (const type of ['popstate', 'hashchange']) view.addEventListener(type, note, { signal });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    if (timer !== null) view.clearTimeout(timer);
  });
}
