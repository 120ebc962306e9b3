import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** Parts of the service worker's scope that this script uses. The polyfill would make up most of the script's size. */
interface WorkerScope {
  chrome: { action: { onClicked: { addListener(listener: () => void): void } } };
  importScripts(path: string): void;
}

/**
 * The service worker's first script. Browsers drop a click on the toolbar button while no listener is registered. After
 * an installation, the background's script needs a second or more on a busy machine until it registers one, because it
 * has a megabyte. So this script registers a listener, and then loads the background's script. The browser queues the
 * click until the worker has started, and delivers it to the listener of the background's script.
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
