/**
 * For a page whose state is read from the background: calls back when it may have changed, until the signal aborts. That is when
 * the user comes back to the page, and when the page has sent a request whose address `changing` matches; requests are
 * seen in the document's list of loaded resources.
 */
export function watchRequests(
  document: Document,
  changing: RegExp,
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
    if (list.getEntries().some(({ name }) => changing.test(name))) onChange();
  });
  observer.observe({ type: 'resource', buffered: false });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}
