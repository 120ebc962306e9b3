import type { ExtensionWorker, WorkerDebugger, WorkerEvents } from '../steward-browser';
import type { BidiTap } from './bidi-tap';
import type { ChromeScope } from './chrome-scope';
import { loadInProcesses } from './extension-documents';
import type { BrowserScope, DebuggerModule, DebuggerScope, PageContextModule } from './private-interfaces';

/** The name of the message by which the process of an extension asks for the expression that a new background starts with. */
const START_QUERY = 'Steward:startWith';

/** The prefix of the background's console messages that are notes for the driver. */
const NOTE_MARK = 'steward-note: ';

/** The driver's state in the browser's scope: by a background's address, the expression that it starts with. */
interface StartScope {
  stewardStarts?: Record<string, string>;
}

/** An entry of the log, as WebDriver BiDi reports it. */
export interface LogEntry {
  type?: string;
  level?: string;
  text?: string | null;
  source?: { context?: string };
}

interface DebuggedBackground {
  tap: BidiTap;
  chrome: ChromeScope;
  isBackground(navigable: unknown): boolean;
  /** The address of the background's page. */
  url: string;
  worker: ExtensionWorker;
}

/** Creates `InstalledExtension.debugWorker` for an extension. */
export function createDebugWorker({
  tap,
  chrome,
  isBackground,
  url,
  worker,
}: DebuggedBackground): (events: WorkerEvents) => Promise<WorkerDebugger> {
  let current: WorkerEvents | null = null;

  function receive({ type, level, text, source }: LogEntry): void {
    if (!isBackground(source?.context)) return;
    const words = text ?? '';
    if (type === 'console' && words.startsWith(NOTE_MARK)) current?.onNote(words.slice(NOTE_MARK.length));
    if (type === 'javascript' && level === 'error') current?.onError(words);
  }

  async function begin(): Promise<void> {
    tap.observers.add((method, params) => {
      if (method === 'log.entryAdded') receive(params as LogEntry);
    });
    await chrome.run(answerStarts, START_QUERY);
    const facts = JSON.stringify({ url, query: START_QUERY, mark: NOTE_MARK });
    await chrome.run(loadInProcesses, `(${debugBackgrounds})(${facts})`);
  }

  return async (events) => {
    const isFirst = current === null;
    current = events;
    if (isFirst) await begin();
    return {
      evaluate: (expression) => worker.evaluate(`(${expression}, null)`),
      startWith: (expression) => chrome.run(setStart, { url, expression }),
    };
  };
}

// The following functions run in the browser's scope.

function answerStarts(query: string): void {
  const scope = globalThis as unknown as BrowserScope & StartScope;
  if (scope.stewardStarts !== undefined) return;
  const starts: Record<string, string> = {};
  scope.stewardStarts = starts;
  scope.Services.ppmm.addMessageListener(query, ({ data }) => starts[data as string] ?? '');
}

function setStart({ url, expression }: { url: string; expression: string }): void {
  const { stewardStarts } = globalThis as StartScope;
  if (stewardStarts !== undefined) stewardStarts[url] = expression;
}

/** Runs in each process of Firefox. Attaches a debugger to each background page with this address, before the page's scripts run. */
function debugBackgrounds({ url, query, mark }: { url: string; query: string; mark: string }): void {
  const { ChromeUtils, Cu, Services } = globalThis as unknown as BrowserScope;
  if (Services.appinfo.remoteType !== 'extension') return;
  const scope = Cu.Sandbox<DebuggerScope>(Services.scriptSecurityManager.getSystemPrincipal(), {
    sandboxName: 'steward-debugger',
  });
  ChromeUtils.importESModule<DebuggerModule>('resource://gre/modules/jsdebugger.sys.mjs').addDebuggerToGlobal(
    scope,
  );
  // Keeps the debuggers from garbage collection, which would detach them.
  const all = new Set<unknown>();
  const attach = (window: Window) => {
    if (window.location.href !== url) return;
    const inspector = new scope.Debugger();
    all.add(inspector);
    const background = inspector.addDebuggee(window);
    inspector.onDebuggerStatement = () => {
      // Returning null ends the running function and its callers, and from now on each function at its first statement.
      inspector.onEnterFrame = () => null;
      return null;
    };
    const note = `globalThis.noteForDriver = (text) => console.debug(${JSON.stringify(mark)} + text);`;
    const [start] = Services.cpmm.sendSyncMessage(query, url) as string[];
    background.executeInGlobal(`${note}${start}`);
  };
  Services.obs.addObserver(attach, 'content-document-global-created');
  const { ExtensionPageChild } = ChromeUtils.importESModule<PageContextModule>(
    'resource://gre/modules/ExtensionPageChild.sys.mjs',
  );
  for (const { contentWindow } of ExtensionPageChild.extensionContexts.values()) attach(contentWindow);
}
