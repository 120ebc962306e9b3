import { StewardError } from '@/src/core/errors';

/**
 * For a page whose state is read from the background: calls back when it may have changed, until the signal aborts. That is when
 * the user comes back to the page, and when the page has sent a request for whose address `isChange` returns true; requests are
 * seen in the document's list of loaded resources.
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

/** The page shows the state of another server than the one that it came from. `page`: what that server calls it. */
export function managesAnother(server: string, page: string): StewardError {
  return new StewardError('page-protocol', `This page manages another server, ${server.slice(0, 200)}.`, {
    remedy: `Open the ${page} of that server itself, and use Steward there.`,
  });
}
