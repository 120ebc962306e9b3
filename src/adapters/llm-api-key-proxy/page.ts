import type { PageDetector } from '@/src/core/adapter/page-half';
import { managesAnother, watchRequests } from '../kit/watch-requests';

/** The page's title in every language. */
const TITLE = 'LLM API Proxy';
const PATH = /^\/ui(\/|$)/;
/** The page keeps the address of another server here, if the user signed in to one. Its key beside it is not read. */
const OTHER_SERVER = 'proxy_base_url';

/**
 * Recognizes the web UI of LLM-API-Key-Proxy. Its state is read over the admin API from the background (`service.ts`); this
 * half only notices when it may have changed: the user comes back to the page or goes to another part of it, the page
 * sent requests about it, or shows other filters.
 */
export function createLlmProxyPage(document: Document): PageDetector {
  return {
    id: 'llm-api-key-proxy',
    async detect() {
      const { location, title } = document;
      if (!PATH.test(location.pathname) || title !== TITLE) return null;
      const other = otherServer(location.origin, managedBase(document));
      if (other !== null) throw managesAnother(other, 'web UI');
      return { instanceId: `${location.origin}/ui`, title: 'LLM-API-Key-Proxy' };
    },
    subscribe: (onChange, signal) => watchFilters(document, onChange, signal),
  };
}

/** The address that the page keeps; empty if it keeps none. */
function managedBase({ defaultView }: Document): string {
  try {
    return defaultView?.localStorage.getItem(OTHER_SERVER) ?? '';
  } catch {
    // The browser blocks the site's storage, so that the page can't keep an address either.
    return '';
  }
}

/** The server that the page manages, if it isn't the one that it came from. */
function otherServer(origin: string, base: string): string | null {
  if (base.trim() === '') return null;
  // A relative address is one of the page's own server.
  if (!URL.canParse(base, origin)) return base;
  const { origin: managed } = new URL(base, origin);
  return managed === origin ? null : managed;
}

/** Requests with which the page changes what Steward reads, as they appear in the document's list of loaded resources. */
const CHANGING_REQUEST = /\/v1\/admin\/(config\/model-filters|credentials|reload)\b/;
/** A rule as the page's settings show it. */
const SHOWN_RULE = /^(ignore|whitelist): /;
/** The page's connection, in its header. It ends and begins again when the proxy is restarted. */
const CONNECTION = /^(Live|Disconnected)$/;
/** Pause after a change of the document before it is looked at, in milliseconds: the page replaces much at once. */
const LOOK_AFTER_MS = 250;

/**
 * Calls back when the server's filters may have changed, until the signal aborts. The page moves without loading, polls and
 * replaces its elements, so that only the texts of the rules, its connection and its address count.
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

/** The page's address, its connection, and the rules that it shows. */
function shownFilters(document: Document): string {
  const connection = textsIn(document, 'header *').filter((text) => CONNECTION.test(text));
  const rules = textsIn(document, 'main *').filter((text) => SHOWN_RULE.test(text));
  return JSON.stringify([document.location.pathname, ...connection, ...rules]);
}

/** The texts of the elements that have no others inside. */
function textsIn({ body }: Document, selector: string): string[] {
  return [...(body?.querySelectorAll(selector) ?? [])]
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(({ textContent }) => textContent?.trim() ?? '');
}
