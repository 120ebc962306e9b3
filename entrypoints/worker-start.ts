import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** Runs a script of the background: it loads others by `require`, and adds what others may use to `exports`. */
type ScriptRun = (require: (path: string) => object, module: { exports: object }, exports: object) => void;

/** Parts of the service worker's scope that this script uses. The polyfill would make up most of the script's size. */
interface WorkerScope {
  chrome: { action: { onClicked: { addListener(listener: () => void): void } } };
  importScripts(path: string): void;
  /** Loaded scripts by their paths. Each script of the background adds itself (scripts/late-parts.ts). */
  stewardScripts: Map<string, ScriptRun>;
  /** Loads a script at its first use and returns its exports (scripts/late-parts.ts). */
  stewardRequire(path: string): object;
}

/**
 * The service worker's first script. Browsers drop a click on the toolbar button while no listener is registered. After an
 * installation, the background's script needs a second or more on a busy machine until it registers one, because its size
 * is half a megabyte. So this script registers a listener, and then loads the background's script. The browser queues the
 * click until the worker has started, and delivers it to the listener of the background's script.
 *
 * It also loads and runs the background's late parts, each at its first use.
 *
 * Firefox runs the background's script alone, which contains the late parts.
 */
export default defineUnlistedScript({
  exclude: ['firefox'],
  main() {
    const worker = globalThis as unknown as WorkerScope;
    worker.chrome.action.onClicked.addListener(() => undefined);
    const scripts = new Map<string, ScriptRun>();
    const modules = new Map<string, { exports: object }>();
    worker.stewardScripts = scripts;

    function require(path: string): object {
      const loaded = modules.get(path);
      if (loaded !== undefined) return loaded.exports;
      if (!scripts.has(path)) worker.importScripts(path);
      const module = { exports: {} };
      modules.set(path, module);
      scripts.get(path)?.(require, module, module.exports);
      return module.exports;
    }

    worker.stewardRequire = require;
    require('./background.js');
  },
});
