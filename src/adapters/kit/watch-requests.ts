import { type StewardError, textError } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';

/**
 * For a page whose state the background reads: calls `onChange` when the state may have changed, until the signal
 * aborts. This is when the user returns to the page, and when the page has sent a request for whose URL `isChange`
 * returns true. Requests are observed in the document's resource timing entries.
 */
export function watchRequests(
  document: Document,
  isChange: (url: string) => boolean,
  onChange: () => void,
  signal: AbortSignal,
): void {
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') onChange();
    },
    { signal },
  );
  document.defaultView?.addEventListener('focus', onChange, { signal });
  const Observer = document.defaultView?.PerformanceObserver;
  if (Observer === undefined) return;
  const observer = new Observer((list) => {
    if (list.getEntries().filter(({ name }) => isChange(name)).length > 0) onChange();
  });
  observer.observe({ type: 'resource', buffered: false });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

/** The error for a page that shows the state of a server other than the one it was loaded from. */
export function managesAnother(server: string): StewardError {
  return textError('page-protocol', say('kit.server.another', { server: server.slice(0, 200) }));
}
