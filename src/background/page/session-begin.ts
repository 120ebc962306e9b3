import { browser } from 'wxt/browser';

/** Longest wait for the browser to report why the extension was started, in milliseconds. */
const REPORT_LIMIT_MS = 2_000;

/**
 * Longest time between the browser's two reports if it starts and also updates the extension, in milliseconds. They come in either
 * order.
 */
export const BOTH_WITHIN_MS = 500;

/**
 * Finds out why a session of the extension began. Resolves with true if the extension was updated or reloaded in a running browser, so
 * that the user's tabs are still open; with false after a start of the browser, or if that isn't reported. Call it synchronously when
 * the worker starts, because the browser reports it once.
 */
export function wasUpdated(): Promise<boolean> {
  return new Promise((resolve) => {
    browser.runtime.onStartup.addListener(() => resolve(false));
    browser.runtime.onInstalled.addListener(({ reason }) => {
      setTimeout(() => resolve(reason === 'update'), BOTH_WITHIN_MS);
    });
    setTimeout(() => resolve(false), REPORT_LIMIT_MS);
  });
}
