import { browser } from 'wxt/browser';

/** A Chromium worker without events dies after 30 s, even with a request under way; an extension API call counts as one. */
const KEEP_ALIVE_MS = 20_000;

/** Keeps the worker alive while something is under way, and only then. */
export function keepAliveWhile(isBusy: () => boolean): void {
  setInterval(() => {
    if (isBusy()) stayAwake();
  }, KEEP_ALIVE_MS);
}

/** Counts as an event: from now on the browser lets the worker live for as long as after any other. */
export function stayAwake(): void {
  void browser.runtime.getPlatformInfo();
}
