import { browser } from 'wxt/browser';

/** A Chromium worker without events dies after 30 s, even with a request under way; an extension API call counts as one. */
const KEEP_ALIVE_MS = 20_000;

/** Keeps the worker alive while something is under way, and only then. */
export function keepAliveWhile(isBusy: () => boolean): void {
  setInterval(() => {
    if (isBusy()) void browser.runtime.getPlatformInfo();
  }, KEEP_ALIVE_MS);
}
