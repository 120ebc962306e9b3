import type { PageDetector } from '@/src/core/adapter/page-half';
import { managesAnother, watchRequests } from '../kit/watch-requests';
import { llmProxySign } from './sign';

/**
 * Key in the page's local storage for the base URL of another server that the user signed in to. The API key beside it
 * is not read.
 */
const OTHER_SERVER = 'proxy_base_url';

/**
 * Recognizes the web UI of LLM-API-Key-Proxy. The background reads its state over the admin API (`service.ts`). This
 * half only reports when the state may have changed: when the user returns to the page or navigates within it, or the
 * page sent requests about filters or shows other filters.
 */
export function createLlmProxyPage(document: Document): PageDetector {
  return {
    id: 'llm-api-key-proxy',
    async detect() {
      if (!llmProxySign.isIn(document)) return null;
      const { location } = document;
      const other = otherServer(location.origin, managedBase(document));
      if (other !== null) throw managesAnother(other);
      return { instanceId: `${location.origin}/ui`, title: 'LLM-API-Key-Proxy' };
    },
    subscribe: (onChange, signal) => watchFilters(document, onChange, signal),
  };
}

/** The base URL that the page has stored; empty if there is none. */
function managedBase({ defaultView }: Document): string {
  try {
    return defaultView?.localStorage.getItem(OTHER_SERVER) ?? '';
  } catch {
    // The browser blocks the site's storage, so the page cannot have stored a URL.
    return '';
  }
}

/** The server that the page manages; null if it is the one that served the page. */
function otherServer(origin: string, base: string): string | null {
  if (base.trim() === '') return null;
  // A relative URL refers to the page's own server.
  if (!URL.canParse(base, origin)) return base;
  const { origin: managed } = new URL(base, origin);
  return managed === origin ? null : managed;
}

/** URLs of requests that change what Steward reads, as they appear in the document's resource timing entries. */
const CHANGING_REQUEST = /\/v1\/admin\/(config\/model-filters|credentials|reload)\b/;
/** A rule as the page's settings display it. */
const SHOWN_RULE = /^(ignore|whitelist): /;
/** Connection status in the page's header. It changes when the proxy restarts. */
const CONNECTION = /^(Live|Disconnected)$/;
/** Debounce time after a change of the document, in milliseconds: the page replaces many elements at once. */
const LOOK_AFTER_MS = 250;

/**
 * Calls `onChange` when the server's filters may have changed, until the signal aborts. The page is a single-page app
 * that polls and re-creates its elements, so rule texts, connection status and path are compared instead of elements.
 */
function watchFilters(document: Document, onChange: () => void, signal: AbortSignal): void {
  watchDocument(document, onChange, signal);
  watchRequests(document, (url) => CHANGING_REQUEST.test(url), onChange, signal);
}

function watchDocument(document: Document, onChange: () => void, signal: AbortSignal): void {
  const Observer = document.defaultView?.MutationObserver;
  if (Observer === undefined) return;
  let shown = shownFilters(document);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const observer = new Observer(() => {
    timer ??= setTimeout(() => {
      timer = null;
      const now = shownFilters(document);
      if (now !== shown) onChange();
      shown = now;
    }, LOOK_AFTER_MS);
  });
  observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      if (timer !== null) clearTimeout(timer);
    },
    { once: true },
  );
}

/** The page's path, its connection status and the rules that it shows. */
function shownFilters(document: Document): string {
  const connection = textsIn(document, 'header *').filter((text) => CONNECTION.test(text));
  const rules = textsIn(document, 'main *').filter((text) => SHOWN_RULE.test(text));
  return JSON.stringify([document.location.pathname, ...connection, ...rules]);
}

/** The texts of matching elements without child elements. */
function textsIn({ body }: Document, selector: string): string[] {
  return [...(body?.querySelectorAll(selector) ?? [])]
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(({ textContent }) => textContent?.trim() ?? '');
}
