import type { BrowserContext, Page, Worker } from 'playwright';
import type { LockBar } from './lock-bar';

/** Time limit for a page to reach the state that a step needs. */
export const STEP_TIMEOUT_MS = 10_000;

/** The browsers that stories run in. */
export type ProductName = 'chromium' | 'firefox';

/** Settings for the start of a browser. */
export interface StartOptions {
  headless: boolean;
  /** Size of a page in a headless browser; in a visible one it follows the window. */
  pageSize: { width: number; height: number };
  /** Features of the browser to turn on, by their names; without it none. */
  features?: readonly string[];
  /**
   * A host with its port that the browser treats as public, so that its pages may not reach this machine and its network. Without it, no
   * host is.
   */
  publicHost?: string;
  /** True to reach other machines without a window, too. A visible browser always does. */
  reachesAnyHost?: boolean;
  /** A folder of the caller, possibly with the profile of an earlier browser; without it a new folder. */
  folder?: string;
}

/** A product in whose windows Steward runs. */
export interface BrowserProduct {
  readonly name: ProductName;
  /** The build that the demo and the end-to-end tests load. */
  readonly playgroundExtension: string;
  /** The build tool’s name of the browsers that its build is for. */
  readonly buildName: 'chrome' | 'firefox';
  /** A page of the browser's own, which no extension may read. */
  readonly protectedUrl: string;
  /** False if the browser opens the panel only for clicks on its own parts, so that Steward has no button in pages. */
  readonly hasPageButton: boolean;
  /** The keys of the extension's commands, as the browser writes them. */
  readonly commandKeys: readonly (readonly [name: string, keys: string])[];
  /** Starts the browser that set-up finds. Throws if there is none, and then cleans up. */
  start(options: StartOptions): Promise<RunningBrowser>;
}

/** A browser in which extensions can be installed. */
export interface RunningBrowser {
  readonly context: BrowserContext;
  /** True if the driver can miss reports that a document sends right before it is unloaded. */
  readonly losesReports: boolean;
  /** The folder for everything that the browser writes. Removed by `close`, unless the caller supplied it. */
  readonly folder: string;
  /**
   * Installs the unpacked extension in this folder; its data belong to the folder's path. Throws if the extension
   * is rejected.
   */
  install(extension: string): Promise<InstalledExtension>;
  /** Opens `url` in a new window of the browser, and waits until it is loaded. */
  openWindow(url: string): Promise<Page>;
  /** Closes all pages but a new blank one, and deletes what their sites stored. */
  clearSites(): Promise<void>;
  /**
   * Returns the unhandled errors of the extensions' backgrounds since the last call. Always empty in Chromium, whose driver doesn't get
   * them.
   */
  takeBackgroundErrors(): string[];
  /** The size of the text that pages don't set themselves, as the user sets it in the browser. */
  setFontSize(page: Page, px: number): Promise<void>;
  /** The user's input method, which types into the page's focused field. */
  inputMethod(page: Page): Promise<InputMethod>;
  /**
   * Pauses all scripts of `page`, as a breakpoint does. While they are paused, `page.evaluate` and locators of the page
   * hang.
   */
  pauseScripts(page: Page): Promise<{ resume(): Promise<void> }>;
  /** The bar over a page that Steward has locked. */
  lockBar(page: Page): Promise<LockBar>;
  /** Kills the browser's process. A browser that is started with the same folder has what was written by then. */
  kill(): Promise<void>;
  /** Closes the browser and removes its folder, unless the caller supplied it. */
  close(): Promise<void>;
}

/** An editor in which a text is composed before it is final. */
export interface InputMethod {
  /** Replaces the text that is being composed. */
  compose(text: string): Promise<void>;
  /** Ends the composition with this text. */
  commit(text: string): Promise<void>;
}

/** A place in which the extension's code runs. */
export type ExtensionWorker = Pick<Worker, 'evaluate'>;

/** Events of the debugged worker, and of each worker that replaces it. */
export interface WorkerEvents {
  /** The worker called `noteForDriver(text)`, a global function that it has while a debugger is attached. */
  onNote(text: string): void;
  /** An error that no script of the worker handled. */
  onError(text: string): void;
}

/**
 * A debugger of the extension's worker, and of each worker that replaces it; the build has no code for it. At a `debugger` statement the
 * worker stops, and none of its code runs until it is killed.
 */
export interface WorkerDebugger {
  /** Evaluates the expression in the worker that runs. */
  evaluate(expression: string): Promise<void>;
  /** Evaluates the expression in each worker that starts from now on, before it has read its database. */
  startWith(expression: string): Promise<void>;
}

/** An extension in a running browser. */
export interface InstalledExtension {
  /** The extension's id, as it knows it itself. */
  readonly extensionId: string;
  /** The address of a file of the extension. */
  extensionUrl(path: string): string;
  /**
   * Resolves when the extension's worker listens. Before that, a click on the toolbar button is lost.
   */
  started(): Promise<void>;
  /** Clicks the extension's toolbar button while the tab with this URL is active. */
  triggerAction(url: string): Promise<void>;
  /** Opens the real side panel beside `front` without a click on the toolbar button. */
  openSidePanel(front: Page): Promise<SidePanel>;
  /** The panel that a step of the user's has opened. Waits for it. */
  reachSidePanel(): Promise<SidePanel>;
  /** The panel in the newest window, of two that are open. Waits for it. */
  reachSecondSidePanel(): Promise<SidePanel>;
  /** The extension's worker, once it is there. */
  worker(): Promise<ExtensionWorker>;
  /**
   * Stops the extension's worker, as the browser may do at any time. An open panel may start a new one at
   * once, under the same target. Throws if none was running.
   */
  killWorker(): Promise<void>;
  /** Attaches a debugger to the extension's worker. A second one replaces the first. */
  debugWorker(events: WorkerEvents): Promise<WorkerDebugger>;
  /** Presses the keys of one of the extension's commands, by its name in the manifest, in the tab in front. */
  pressCommand(name: string): Promise<void>;
  /** Chooses Steward's entry of the menu of a selection, with this text, in the tab in front. */
  askAboutSelection(text: string): Promise<void>;
  /**
   * Grants or revokes the extension's permission for a host, as the user can on the browser's extensions page.
   * A headless browser shows no prompt; a request for a permission that was granted here succeeds without one.
   */
  setHostPermission(pattern: string, isGiven: boolean): Promise<void>;
  /** True if the extension's script is in a page's document, according to the browser: the page itself can't see it. */
  isInjected(page: Page): Promise<boolean>;
  /**
   * Evaluates an expression in the world of the extension's content script in the page. Returns its value as JSON, or
   * `refused: ` and the error.
   */
  evaluateInContentScript(page: Page, expression: string): Promise<string>;
  /**
   * Updates the extension to its next version, which is written into its folder. The browser ends the worker and closes the extension's
   * pages, and keeps its data.
   */
  update(): Promise<void>;
  /**
   * The browser discards the page's tab to save memory, and loads the page again when the user returns to the tab. Resolves, while the page
   * may still be loading, with the tab's `Page`, which may be another object.
   */
  discardTab(page: Page): Promise<Page>;
  /** The process that renders the page ends, and the user loads the page again. Resolves with the same as `discardTab`. */
  crashRenderer(page: Page): Promise<Page>;
  /** Deletes the extension's databases, as the user can in the browser's settings, which closes those that are open. */
  deleteDatabases(): Promise<void>;
  /** Removes the extension, with its pages and its data. */
  uninstall(): Promise<void>;
}

/** The browser's real side panel, open beside the active page. */
export interface SidePanel {
  /** The panel's document, for tests and screenshots. */
  readonly page: Page;
  /** A picture of the panel, enlarged by `scale`, in the format PNG. */
  picture(scale: number): Promise<Buffer>;
  /** Closes the panel, as the user does. */
  close(): Promise<void>;
  /** Disconnects from the panel and leaves it open. */
  release(): Promise<void>;
}

/** A browser with the extension installed. */
export interface StewardBrowser extends RunningBrowser, InstalledExtension {}
