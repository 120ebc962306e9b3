import { watchRequests } from '../kit/watch-requests';

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
export function watchFilters(document: Document, onChange: () => void, signal: AbortSignal): void {
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
