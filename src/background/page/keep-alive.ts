import { browser } from 'wxt/browser';

/**
 * Chromium stops a worker after 30 s without events, even with a pending request. An extension API call
 * counts as an event.
 */
const KEEP_ALIVE_MS = 20_000;

/** Keeps the worker alive while `isBusy` returns true. */
export function keepAliveWhile(isBusy: () => boolean): void {
  setInterval(() => {
    if (isBusy()) stayAwake();
  }, KEEP_ALIVE_MS);
}

/** Resets the browser's idle timer for the worker. */
export function stayAwake(): void {
  void browser.runtime.getPlatformInfo();
}
