import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** The parts of the service worker's scope that this script needs; the polyfill would be most of its size. */
interface WorkerScope {
  chrome: { action: { onClicked: { addListener(listener: () => void): void } } };
  importScripts(path: string): void;
}

/**
 * The service worker's first script. Browsers drop a click on the toolbar button if no listener is registered yet.
 * After the installation that lasts until the worker registers one: a second or more on a busy machine, if it is part
 * of the background's script, which has a megabyte. So a listener is registered here, before that script is loaded.
 * The click is then queued until the worker has started, and reaches the listener of the background's script.
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
