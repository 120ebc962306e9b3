import type { ChromeScope } from './chrome-scope';
import { PAUSE_QUERY } from './pause-scripts';
import type {
  BrowserScope,
  ContentModule,
  FrameContext,
  FrameHandler,
  FrameHandlerModule,
  RootHandlerModule,
  WindowGlobal,
  XulBrowser,
} from './private-interfaces';

/** The query by which a content script's own world is reached. */
export const CONTENT_SCRIPT_QUERY = 'Steward:evaluateInContentScript';

/** The parameters of the event that reports a document of an extension. */
interface Announcement {
  context?: string;
  /** Firefox's own name of the place, e.g. `sidebar` or `tab`. */
  'steward:view'?: string;
}

/** The documents of extensions, which WebDriver BiDi doesn't report without a change of Firefox. */
export interface ExtensionDocuments {
  /** True for the navigable of a sidebar. */
  isSidebar(navigable: unknown): boolean;
  /** True for the navigable of an extension's background, which isn't a page. */
  isBackground(navigable: unknown): boolean;
  /** Sees every event before Playwright does; true keeps it from Playwright. */
  isHidden(method: string, params: Record<string, unknown>): boolean;
  /** Makes Firefox report the documents of extensions from now on. */
  report(chrome: ChromeScope): Promise<void>;
}

/**
 * Firefox leaves documents of extensions out of WebDriver BiDi. Two changes of its internals include them: each such
 * document gets the handlers that report its loads, console and errors, and the main process reports its navigable.
 */
export function createExtensionDocuments(): ExtensionDocuments {
  const known = new Set<unknown>();
  const sidebars = new Set<unknown>();
  const backgrounds = new Set<unknown>();
  return {
    isSidebar: (navigable) => sidebars.has(navigable),
    isBackground: (navigable) => backgrounds.has(navigable),
    isHidden(method, params) {
      const { context, 'steward:view': view } = params as Announcement;
      if (method === 'browsingContext.contextCreated') {
        if (view === 'sidebar') sidebars.add(context);
        if (view === 'background') {
          backgrounds.add(context);
          return true;
        }
        // A tab that showed another page before is announced by Firefox itself.
        if (known.has(context)) return true;
        known.add(context);
      }
      if (method === 'browsingContext.contextDestroyed') return !known.delete(context);
      return false;
    },
    async report(chrome) {
      await chrome.run(
        loadInProcesses,
        `(${extendFrameHandler})(${JSON.stringify({ contentScript: CONTENT_SCRIPT_QUERY, pause: PAUSE_QUERY })})`,
      );
      await chrome.run(announceDocuments, null);
    },
  };
}

// The following functions run in the browser's scope.

/** Runs the script in each process that Firefox has, and in each that starts later. */
export function loadInProcesses(script: string): void {
  const { Services } = globalThis as unknown as BrowserScope;
  const url = `data:application/javascript;charset=utf-8,${encodeURIComponent(script)}`;
  Services.ppmm.loadProcessScript(url, true);
}

/** Reports the navigables of extensions' documents: when the first document is created, and when the navigable ends. */
function announceDocuments(): void {
  const { Services, ChromeUtils, NavigableManager } = globalThis as unknown as BrowserScope;
  const shared = 'chrome://remote/content/shared';
  const { RootMessageHandlerRegistry } = ChromeUtils.importESModule<RootHandlerModule>(
    `${shared}/messagehandler/RootMessageHandlerRegistry.sys.mjs`,
  );
  const browsers = new Map<string, XulBrowser>();
  const navigables = new Map<number, string>();
  const { getBrowserById } = NavigableManager;
  NavigableManager.getBrowserById = (id) => {
    const browser = browsers.get(id);
    return browser?.browsingContext ? browser : getBrowserById.call(NavigableManager, id);
  };

  function emit(name: string, facts: object, context: FrameContext): void {
    const place = [{ contextId: context.id, type: 'WINDOW_GLOBAL' }];
    for (const handler of RootMessageHandlerRegistry.getAllMessageHandlers()) {
      handler.emitEvent(`browsingContext.${name}`, facts, place);
    }
  }

  const infoOf = (id: string, url: string, view: string | null) => ({
    context: id,
    url,
    parent: null,
    children: null,
    originalOpener: null,
    userContext: 'default',
    clientWindow: '',
    'steward:view': view,
  });

  Services.obs.addObserver((document: WindowGlobal) => {
    const context = document.browsingContext;
    const browser = context.embedderElement;
    if (context.parent !== null || browser === null) return;
    if (!document.documentPrincipal.isAddonOrExpandedAddonPrincipal) return;
    browser.permanentKey ??= {};
    const id = NavigableManager.getIdForBrowser(browser);
    browsers.set(id, browser);
    const view = browser.getAttribute('webextension-view-type');
    if (view !== 'background') navigables.set(context.id, id);
    emit('contextCreated', infoOf(id, document.documentURI.spec, view), context);
    // Only then Firefox reports the realms of the document.
    emit('_contextCreatedEmitted', { browsingContext: context }, context);
  }, 'window-global-created');

  Services.obs.addObserver((context: FrameContext, _topic: string, why: string) => {
    const id = navigables.get(context.id);
    if (id === undefined) return;
    navigables.delete(context.id);
    if (why === 'replace') return;
    browsers.delete(id);
    emit('contextDestroyed', infoOf(id, '', null), context);
  }, 'browsing-context-discarded');
}

/**
 * Runs in each process. Gives each document of an extension the handlers of WebDriver BiDi, and answers the driver's
 * queries.
 */
function extendFrameHandler(queries: { contentScript: string; pause: string }): void {
  const { ChromeUtils, Cu, Services } = globalThis as unknown as BrowserScope;
  const { MessageHandlerFrameChild } = ChromeUtils.importESModule<FrameHandlerModule>(
    'chrome://remote/content/shared/messagehandler/transports/js-window-actors/MessageHandlerFrameChild.sys.mjs',
  );
  const { prototype } = MessageHandlerFrameChild;
  if (prototype.isExtended === true) return;
  prototype.isExtended = true;
  const { handleEvent, receiveMessage } = prototype;

  prototype.handleEvent = function (this: FrameHandler, event) {
    handleEvent.call(this, event);
    const { document } = this.manager.browsingContext.window;
    if (event.type === 'DOMWindowCreated' && document.nodePrincipal.isAddonOrExpandedAddonPrincipal) {
      this._registry.createAllMessageHandlers();
    }
  };

  prototype.receiveMessage = function (this: FrameHandler, message) {
    if (message.name === queries.pause)
      return Promise.resolve(Services.cpmm.sendSyncMessage(queries.pause, {}));
    if (message.name !== queries.contentScript) return receiveMessage.call(this, message);
    const { extensionId, expression } = message.data as { extensionId: string; expression: string };
    const { ExtensionContent } = ChromeUtils.importESModule<ContentModule>(
      'resource://gre/modules/ExtensionContent.sys.mjs',
    );
    const { window } = this.manager.browsingContext;
    const scope = ExtensionContent.getContextByExtensionId(extensionId, window)?.cloneScope;
    if (scope == null) return Promise.resolve(null);
    const source = `(async () => JSON.stringify(await (${expression})))().then(String, (error) => 'refused: ' + error)`;
    return Promise.resolve(Cu.evalInSandbox(source, scope));
  };
}
