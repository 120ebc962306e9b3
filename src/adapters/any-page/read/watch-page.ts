/** Shortest time between two notices, in milliseconds. A page that changes all the time would be read all the time. */
export const NOTICE_PAUSE_MS = 2_000;

/**
 * Calls `onChange` after the page's elements, its inputs or its address changed, until the signal aborts: at once, then at
 * most once in {@link NOTICE_PAUSE_MS}. Changes in shadow trees are noticed only with one outside of them.
 */
export function watchPage(document: Document, onChange: () => void, signal: AbortSignal): void {
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
