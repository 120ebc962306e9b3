import type { BidiTap } from './bidi-tap';
import type {
  AddonModule,
  BrowserScope,
  CrashHandlerModule,
  DebuggerModule,
  FrameHandlerModule,
  NavigableModule,
  PageContextModule,
  PermissionModule,
  RootHandlerModule,
} from './private-interfaces';

interface Evaluation {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/**
 * Runs functions with the rights of the browser itself. The functions must be self-contained; argument and result are
 * JSON. They share one global scope, which remains when a window is closed.
 */
export class ChromeScope {
  readonly #tap: BidiTap;
  /** Any window. */
  #window: string | null = null;

  constructor(tap: BidiTap) {
    this.#tap = tap;
  }

  async run<Input, Output>(work: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output> {
    const source = `(${work})(${JSON.stringify(input) ?? 'undefined'})`;
    if (this.#window !== null) {
      try {
        return await this.#runIn<Output>(this.#window, source);
      } catch (error) {
        if (!String(error).includes('no such frame')) throw error;
        // The window was closed.
      }
    }
    const { contexts } = await this.#tap.command<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {
        'moz:scope': 'chrome',
        maxDepth: 0,
      },
    );
    const [window] = contexts;
    if (window === undefined) throw new Error('Firefox has no window.');
    this.#window = window.context;
    return this.#runIn(window.context, source);
  }

  #runIn<Output>(window: string, source: string): Promise<Output> {
    return evaluateIn(
      this.#tap,
      window,
      `(() => {
        const url = 'chrome://remote/content/shared/NavigableManager.sys.mjs';
        const { NavigableManager } = ChromeUtils.importESModule(url);
        const createScope = () => Cu.Sandbox(Services.scriptSecurityManager.getSystemPrincipal(), {
          sandboxName: 'steward-driver',
          sandboxPrototype: Cu.getGlobalForObject(NavigableManager),
        });
        NavigableManager.stewardScope ??= Object.assign(createScope(), { NavigableManager });
        return Cu.evalInSandbox(${JSON.stringify(source)}, NavigableManager.stewardScope);
      })()`,
    );
  }
}

/** Evaluates an expression in the document of this navigable. Its value is JSON. */
export async function evaluateIn<Value>(tap: BidiTap, navigable: string, expression: string): Promise<Value> {
  const outcome = await tap.command<Evaluation>('script.evaluate', {
    expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
    target: { context: navigable },
    awaitPromise: true,
  });
  if (outcome.type === 'exception') throw new Error(`In Firefox: ${outcome.exceptionDetails?.text}`);
  return (JSON.parse(outcome.result?.value ?? '{}') as { value: Value }).value;
}

/** Throws if this Firefox lacks something that the driver uses and that isn't documented. */
export async function checkScope(chrome: ChromeScope): Promise<void> {
  const missing = await chrome.run(listMissing, null);
  if (missing.length > 0) {
    throw new Error(`This version of Firefox lacks ${missing.join(', ')}: change tests/drive/firefox.`);
  }
}

/** Runs in the browser's scope. */
function listMissing(): string[] {
  const { Services, ChromeUtils, Cu, WebExtensionPolicy } = globalThis as unknown as BrowserScope;
  const window = Services.wm.getMostRecentWindow('navigator:browser');
  const shared = 'chrome://remote/content/shared';
  const parts: Record<string, () => unknown> = {
    'the sidebar’s controller': () => window?.SidebarController.show,
    'mouse events from inside': () => window?.synthesizeMouseEvent,
    'scripts for its processes': () => Services.ppmm.loadProcessScript,
    'the policies of extensions': () => WebExtensionPolicy.getByID,
    'the manager of navigables': () =>
      ChromeUtils.importESModule<NavigableModule>(`${shared}/NavigableManager.sys.mjs`).NavigableManager
        .getBrowserById,
    'the registry of handlers': () =>
      ChromeUtils.importESModule<RootHandlerModule>(
        `${shared}/messagehandler/RootMessageHandlerRegistry.sys.mjs`,
      ).RootMessageHandlerRegistry.getAllMessageHandlers,
    'the handler of a frame': () =>
      ChromeUtils.importESModule<FrameHandlerModule>(
        `${shared}/messagehandler/transports/js-window-actors/MessageHandlerFrameChild.sys.mjs`,
      ).MessageHandlerFrameChild.prototype.handleEvent,
    'the permissions of extensions': () =>
      ChromeUtils.importESModule<PermissionModule>('resource://gre/modules/ExtensionPermissions.sys.mjs')
        .ExtensionPermissions.add,
    'the manager of add-ons': () =>
      ChromeUtils.importESModule<AddonModule>('resource://gre/modules/AddonManager.sys.mjs').AddonManager
        .installTemporaryAddon,
    'the contexts of extensions’ pages': () =>
      ChromeUtils.importESModule<PageContextModule>('resource://gre/modules/ExtensionPageChild.sys.mjs')
        .ExtensionPageChild.extensionContexts.values,
    'the debugger of scripts': () =>
      ChromeUtils.importESModule<DebuggerModule>('resource://gre/modules/jsdebugger.sys.mjs')
        .addDebuggerToGlobal,
    'the handler of crashed tabs': () =>
      Cu.getGlobalForObject(
        ChromeUtils.importESModule<CrashHandlerModule>('resource:///modules/ContentCrashHandlers.sys.mjs')
          .TabCrashHandler,
      ).Services.env.exists,
    'the deletion of databases': () => Services.qms.clearStoragesForClient,
    'the discarding of tabs': () => window?.gBrowser.discardBrowser,
  };
  return Object.entries(parts).flatMap(([name, find]) => {
    try {
      return typeof find() === 'function' ? [] : [name];
    } catch {
      return [name];
    }
  });
}
