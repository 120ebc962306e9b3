import { type BrowserContext, firefox, type Page, type Request } from 'playwright';

/**
 * The undocumented interfaces of Playwright and of Firefox that this driver uses. A new version of either may change
 * them, so both are pinned. If one is missing, {@link firefoxConnector} or `checkScope` (chrome-scope.ts) throws at the
 * start, with its name.
 */

/** A message of WebDriver BiDi, in either direction. */
export interface BidiMessage {
  id?: number;
  type?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Playwright's connection to a browser. */
export interface Transport {
  send(message: BidiMessage): void;
  close(): void;
  closeAndWait(): Promise<void>;
  onmessage?: ((message: BidiMessage) => void) | undefined;
  onclose?: ((reason?: string) => void) | undefined;
}

/** The part of Playwright that starts Firefox. */
export interface FirefoxConnector {
  connectToTransport(transport: Transport, ...rest: unknown[]): Promise<unknown>;
}

/** A part of Playwright's client, whose server runs in the same process. */
interface ClientPart {
  _connection?: { toImpl?: (part: unknown) => unknown };
}

function serverPartOf(part: unknown): unknown {
  return (part as ClientPart)._connection?.toImpl?.(part);
}

/** Playwright's connector. Throws if this version of Playwright hides it. */
export function firefoxConnector(): FirefoxConnector {
  const { _bidiFirefox } = (serverPartOf(firefox) ?? {}) as { _bidiFirefox?: FirefoxConnector };
  if (typeof _bidiFirefox?.connectToTransport !== 'function') {
    throw new Error(
      'This version of Playwright hides its connection to Firefox: change tests/drive/firefox.',
    );
  }
  return _bidiFirefox;
}

/** Firefox's id of the navigable that a page shows. Throws if this version of Playwright hides it. */
export function navigableOf(page: Page): string {
  const server = serverPartOf(page) as { delegate?: { _session?: { sessionId?: string } } } | undefined;
  const id = server?.delegate?._session?.sessionId;
  if (id === undefined) {
    throw new Error('This version of Playwright hides the ids of its pages: change tests/drive/firefox.');
  }
  return id;
}

/** Hides the pages that `isHidden` accepts from `context.pages()` and from its `page` event: they aren't tabs. */
export function hidePages(context: BrowserContext, isHidden: (page: Page) => boolean): void {
  const client = context as BrowserContext & { emit(event: string, ...facts: unknown[]): boolean };
  const { pages, emit } = client;
  client.pages = () => pages.call(client).filter((page) => !isHidden(page));
  client.emit = (event, ...facts) =>
    event === 'page' && isHidden(facts[0] as Page) ? true : emit.call(client, event, ...facts);
}

/** Emits the `request` event of `context` for a request that Playwright doesn't see, because no page sent it. */
export function reportRequest(
  context: BrowserContext,
  {
    url,
    method,
    headers,
    body,
  }: { url: string; method: string; headers: Record<string, string>; body: string | null },
): void {
  const request: Pick<Request, 'url' | 'method' | 'headers' | 'postData'> = {
    url: () => url,
    method: () => method,
    headers: () => headers,
    postData: () => body,
  };
  (context as BrowserContext & { emit(event: string, fact: object): boolean }).emit('request', request);
}

/** The names by which functions find what they use in the browser's own scope (chrome-scope.ts). */
export interface BrowserScope {
  Services: {
    wm: {
      getMostRecentWindow(type: string): BrowserWindow | null;
      getEnumerator(type: string): Iterable<BrowserWindow>;
    };
    obs: {
      addObserver(observer: (subject: never, topic: string, data: string) => void, topic: string): void;
    };
    ppmm: {
      loadProcessScript(url: string, isForLaterProcesses: boolean): void;
      /** The listener's return value is the answer to a synchronous message. */
      addMessageListener(name: string, listener: (message: { data: unknown }) => unknown): void;
      removeMessageListener(name: string, listener: (message: { data: unknown }) => unknown): void;
    };
    /** Only in the process of a page. */
    cpmm: { sendSyncMessage(name: string, facts: unknown): unknown };
    appinfo: { processID: number; remoteType: string | null };
    prefs: { savePrefFile(file: null): void; setBoolPref(name: string, isOn: boolean): void };
    qms: { clearStoragesForClient(principal: unknown, client: 'idb'): QuotaRequest };
    tm: { spinEventLoopUntil(why: string, isOver: () => boolean): void };
    clearData: {
      deleteDataFromHost(host: string, isByUser: boolean, kinds: number, done: () => void): void;
    };
    scriptSecurityManager: { getSystemPrincipal(): unknown };
  };
  ChromeUtils: { importESModule<Module>(url: string): Module };
  Cu: {
    /** The global scope of the module that made an object. */
    getGlobalForObject(object: object): { Services: { env: Environment } };
    Sandbox<Scope>(principal: unknown, options: { sandboxName: string }): Scope;
    evalInSandbox(source: string, scope: object): unknown;
  };
  Ci: {
    nsIClearDataService: { CLEAR_ALL: number };
    nsITextInputProcessor: { ATTR_RAW_CLAUSE: number };
    nsIFile: unknown;
  };
  Cc: Record<string, { createInstance<Instance>(type: unknown): Instance }>;
  WebExtensionPolicy: { getByID(id: string): ExtensionPolicy | null };
  /** Added by the driver (chrome-scope.ts). */
  NavigableManager: NavigableModule['NavigableManager'];
}

/** A window of Firefox, from inside. */
export interface BrowserWindow extends Window {
  readonly windowGlobalChild?: unknown;
  readonly docShell?: { outerWindowID: number };
  SidebarController: { show(id: string): Promise<unknown>; hide(): void };
  gBrowser: {
    readonly tabs: Iterable<{ linkedBrowser: XulBrowser }>;
    selectedTab: unknown;
    selectedBrowser: XulBrowser;
    getTabForBrowser(browser: XulBrowser): Element | undefined;
    removeTab(tab: Element, options: { skipPermitUnload: boolean }): void;
    prepareDiscardBrowser(tab: Element): Promise<void>;
    discardBrowser(tab: Element, isForced: boolean): boolean;
  };
  readonly mozInnerScreenX: number;
  readonly mozInnerScreenY: number;
  /** `button` accepts the prompt. */
  PopupNotifications: {
    isPanelOpen: boolean;
    panel: { textContent: string; firstElementChild: { button?: HTMLElement } | null };
  };
  synthesizeMouseEvent(type: string, x: number, y: number, event: object, options: object): void;
}

/** The element that shows a page. */
export interface XulBrowser extends HTMLElement {
  permanentKey?: object;
  readonly browsingContext: FrameContext | null;
  readonly currentURI?: { spec: string };
}

/** A browsing context, in the main process. */
export interface FrameContext {
  readonly id: number;
  readonly parent: FrameContext | null;
  readonly embedderElement: XulBrowser | null;
  readonly currentWindowGlobal: WindowGlobal | null;
  textZoom: number;
  prefersColorSchemeOverride: string;
  prefersReducedMotionOverride: string;
  forcedColorsOverride: string;
}

/** A document, in the main process. */
export interface WindowGlobal {
  readonly browsingContext: FrameContext;
  readonly documentPrincipal: { isAddonOrExpandedAddonPrincipal: boolean };
  readonly documentURI: { spec: string };
  /** The id of the process that renders it. */
  readonly osPid: number;
  drawSnapshot(rect: null, scale: number, background: string): Promise<ImageBitmap>;
  getActor(name: 'MessageHandlerFrame'): { sendQuery(name: string, facts: object): Promise<unknown> };
}

/** An installed extension, in the main process. */
interface ExtensionPolicy {
  readonly mozExtensionHostname: string;
  readonly extension: {
    readonly principal: unknown;
    readonly views: Iterable<{ viewType: string; xulBrowser: XulBrowser }>;
    wakeupBackground?(): Promise<unknown>;
    terminateBackground?(options: object): Promise<unknown>;
  };
}

/** `chrome://remote/content/shared/NavigableManager.sys.mjs`. */
export interface NavigableModule {
  NavigableManager: {
    getIdForBrowser(browser: XulBrowser): string;
    getBrowserById(id: string): XulBrowser | null;
    /** The driver's own, which one browser has once. */
    stewardScope?: object;
  };
}

/** `chrome://remote/content/shared/messagehandler/RootMessageHandlerRegistry.sys.mjs`. */
export interface RootHandlerModule {
  RootMessageHandlerRegistry: {
    getAllMessageHandlers(): Iterable<{
      emitEvent(name: string, facts: object, contexts?: { contextId: number; type: string }[]): void;
    }>;
  };
}

/** `…/messagehandler/transports/js-window-actors/MessageHandlerFrameChild.sys.mjs`, in the process of a page. */
export interface FrameHandlerModule {
  MessageHandlerFrameChild: { prototype: FrameHandler };
}

/** The connection of one document with WebDriver BiDi. */
export interface FrameHandler {
  readonly manager: { browsingContext: { window: Window & { document: PrincipalDocument } } };
  readonly _registry: { createAllMessageHandlers(): void };
  handleEvent(event: Event): void;
  receiveMessage(message: { name: string; data: unknown }): Promise<unknown>;
  /** The driver's own: set once the driver has extended this class. */
  isExtended?: boolean;
}

interface PrincipalDocument extends Document {
  readonly nodePrincipal: { isAddonOrExpandedAddonPrincipal: boolean };
}

/** `resource://gre/modules/ExtensionContent.sys.mjs`, in the process of a page. */
export interface ContentModule {
  ExtensionContent: {
    getContextByExtensionId(id: string, window: Window): { cloneScope: object | null } | null | undefined;
  };
}

/** `resource://gre/modules/ExtensionPermissions.sys.mjs`. */
export interface PermissionModule {
  ExtensionPermissions: Record<
    'add' | 'remove',
    (
      id: string,
      permissions: { permissions: string[]; origins: string[] },
      extension: unknown,
    ) => Promise<void>
  >;
}

/** `resource://gre/modules/AddonManager.sys.mjs`. */
export interface AddonModule {
  AddonManager: { installTemporaryAddon(folder: unknown): Promise<unknown> };
}

/** A request to Firefox's quota manager, which owns what sites and extensions store. */
export interface QuotaRequest {
  readonly resultCode: number;
  callback: (request: QuotaRequest) => void;
}

/** The variables of the browser's environment. */
interface Environment {
  exists(name: string): boolean;
  get(name: string): string;
}

/** `resource:///modules/ContentCrashHandlers.sys.mjs`. */
export interface CrashHandlerModule {
  TabCrashHandler: object;
}

/** `resource://gre/modules/jsdebugger.sys.mjs`. */
export interface DebuggerModule {
  addDebuggerToGlobal(scope: object): void;
}

/** A scope that has Firefox's debugger of JavaScript. */
export interface DebuggerScope {
  Debugger: new () => {
    addDebuggee(window: Window): { executeInGlobal(source: string): unknown };
    /** Called at each `debugger` statement; returning null ends the code that runs. `onEnterFrame`: the same at each function call. */
    onDebuggerStatement: () => null;
    onEnterFrame: () => null;
  };
}

/** `resource://gre/modules/ExtensionPageChild.sys.mjs`, in the process of extensions. */
export interface PageContextModule {
  ExtensionPageChild: { extensionContexts: Map<number, { contentWindow: Window }> };
}

/** A keyboard, or an input method. */
export interface TextInputProcessor {
  beginInputTransactionForTests(window: Window): boolean;
  keydown(event: KeyboardEvent): void;
  keyup(event: KeyboardEvent): void;
  setPendingCompositionString(text: string): void;
  appendClauseToPendingComposition(length: number, attribute: number): void;
  setCaretInPendingComposition(offset: number): void;
  flushPendingComposition(): boolean;
  commitCompositionWith(text: string): boolean;
}
