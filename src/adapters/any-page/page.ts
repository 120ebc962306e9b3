import { MARK_MS, type PageHalf } from '@/src/core/adapter/page-half';
import { textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import type { AnyPageContext } from './any-page-context';
import { PAGE_LIMITS } from './page-limits';
import { stateOfPage } from './page-state';
import { pageText } from './read/page-text';
import { readPage } from './read/read-page';
import { readSelection } from './read/read-selection';
import { isUnread } from './read/visibility';
import { anyPageSign } from './sign';
import { modelContextOf, readPageTools, runPageTool } from './webmcp';

/** An orange that differs from white and from black by a contrast of at least 3. */
const OUTLINE = '3px solid #e66100';

/** Most UTF-16 units of a page's title in its identity. The context contains more of a longer title. */
const MAX_TITLE = 200;

/** The page half for pages that no other adapter recognizes. It reads; only the page's own tools change anything. */
export function createAnyPage(document: Document): PageHalf {
  /** The time origin differs between loads of the same URL. */
  const visit = () => hashJson([performance.timeOrigin, document.location.href]);
  const shown = () => ({ visit: visit(), ...readPage(document) });

  return {
    id: 'any-page',
    async detect() {
      if (!anyPageSign.isIn(document)) return null;
      return {
        instanceId: 'site',
        title: (pageText(document.title) || document.location.host).slice(0, MAX_TITLE),
        canShow: true,
      };
    },
    async getContext(): Promise<AnyPageContext> {
      const tools = await readPageTools(document);
      return { ...shown(), ...tools };
    },
    stateOf: (context) => stateOfPage(context as unknown as AnyPageContext),
    applyState: readsOnly,
    query: readsOnly,
    async execute(_tool, step, signal, assertExpected: (state: Json) => void) {
      const begun = visit();
      const result = await runPageTool(document, step, signal, () => assertExpected(stateOfPage(shown())));
      // Read the state now: later changes of the page do not belong to the call. The visit is that of the start of the
      // call: if the tool navigated, no later reading equals this state, so the next call needs a new decision.
      return { result, state: { ...stateOfPage(shown()), visit: begun } };
    },
    stopsWhenWithdrawn: true,
    readSelection: () => readSelection(document),
    show: async (text) => showText(document, text),
    subscribe(onChange, signal) {
      watchPage(document, onChange, signal);
      modelContextOf(document)?.addEventListener('toolchange', onChange, { signal });
    },
  };
}

/** Rejects a call that reaches the page half: this adapter's tools run in the background on the page's context. */
async function readsOnly(): Promise<never> {
  throw textError('state-refused', 'any-page.error.readsOnly');
}

/**
 * Shortest time between two change notices, in milliseconds. It limits how often a page that changes constantly is read.
 */
export const NOTICE_PAUSE_MS = 2_000;

/**
 * Calls `onChange` after the page's elements, fields or URL changed, until the signal aborts: immediately, then at most
 * once per {@link NOTICE_PAUSE_MS}. Changes inside shadow trees are detected only together with a change outside of
 * them.
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

/**
 * Scrolls to the first element with this text that the page shows, and outlines it for {@link MARK_MS}. The outline is an
 * animation without motion, so that nothing in the document changes. False if there is no such element.
 */
function showText(document: Document, text: string): boolean {
  const element = elementWith(text, document.body.children);
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  element?.animate({ outline: [OUTLINE, OUTLINE] }, MARK_MS);
  return element !== null;
}

/** The first of the elements, or the innermost element in it, that shows nothing but this text. */
function elementWith(text: string, elements: HTMLCollection): Element | null {
  for (const element of elements) {
    if (isUnread(element)) continue;
    const found = elementWith(text, (element.shadowRoot ?? element).children);
    if (found !== null) return found;
    // Limited, because comparing long texts takes long. The factor allows for the white space of the source, which
    // `pageText` removes.
    const { textContent } = element;
    if (textContent.length < 8 * PAGE_LIMITS.text && pageText(textContent) === text) return element;
  }
  return null;
}
