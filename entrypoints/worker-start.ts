import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** What a service worker has and this script needs; the polyfill would be most of it. */
interface WorkerScope {
  chrome: { action: { onClicked: { addListener(listener: () => void): void } } };
  importScripts(path: string): void;
}

/**
 * The service worker's first script. A browser drops a click on the toolbar button for which no listener is known yet.
 * After the installation that lasts until the worker registers one: a second or more on a busy machine, if it comes
 * with the megabyte of the background's script. So a listener is registered here, before that script is even loaded.
 * The click then waits until the worker has started, and reaches the listener of the background's script.
 *
 * Firefox runs the background's script alone.
 */
export default defineUnlistedScript({
  exclude: ['firefox'],
  main() {
    const worker = globalThis as unknown as WorkerScope;
    worker.chrome.action.onClicked.addListener(() => undefined);
    worker.importScripts('background.js');
  },
});
