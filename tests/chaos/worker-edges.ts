import type { CDPSession } from 'playwright';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';

/** The moment right before or right after the worker wrote to the database in one transaction. */
export interface WriteEdge {
  side: 'before' | 'after';
  /** The tables of the transaction, in alphabetical order. */
  tables: string;
}

/** The extension's worker, seen through the browser's debugger: the build has no part of it. */
export interface WorkerEdges {
  /** Errors that no script of the worker handled. */
  readonly errors: string[];
  /** The edges at which the worker was killed since the last `killAt`. */
  readonly kills: readonly WriteEdge[];
  /**
   * Kills the worker at edges of its writes from now on. Each number counts the edges since the kill before it, so that also a worker
   * that just recovers is killed. With none, there is no further kill.
   */
  killAt(counts: readonly number[]): Promise<void>;
}

/** A message of the debugger's protocol, as far as it is used here. */
interface DebuggerMessage {
  method?: string;
  params?: { payload?: string; exceptionDetails?: { text: string; exception?: { description?: string } } };
}

/** Watches the worker of the extension, and each that replaces it. */
export async function watchWorkerEdges(browser: StewardBrowser): Promise<WorkerEdges> {
  const session = await browser.context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('The browser offers no DevTools session.');
  const errors: string[] = [];
  let sessionId = '';
  let lastId = 0;
  let left: readonly number[] = [];
  let kills: WriteEdge[] = [];

  const send = (method: string, params: object = {}) => {
    lastId += 1;
    return session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: lastId, method, params }),
    });
  };
  const stopInTime = () =>
    send('Runtime.evaluate', { expression: `(${stopAtEdge})(${JSON.stringify(left[0] ?? 0)})` });

  async function kill(edge: WriteEdge): Promise<void> {
    kills.push(edge);
    left = left.slice(1);
    await browser.killWorker();
  }

  async function receive({ method, params }: DebuggerMessage): Promise<void> {
    // A new worker, under the target of the one before.
    if (method === 'Runtime.executionContextCreated') await stopInTime();
    if (method === 'Runtime.bindingCalled') await kill(JSON.parse(params?.payload ?? ''));
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params?.exceptionDetails ?? { text: 'unknown' };
      errors.push(`worker: ${exception?.description ?? text}`);
    }
  }

  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    receive(JSON.parse(message)).catch((error) => errors.push(`worker: ${error}`));
  });
  sessionId = await attach(session, browser.extensionId);
  await send('Runtime.enable');
  await send('Runtime.addBinding', { name: 'noteEdgeForChaos' });
  // Makes the worker stop at its `debugger` statement.
  await send('Debugger.enable');
  return {
    errors,
    get kills() {
      return kills;
    },
    async killAt(counts) {
      kills = [];
      left = counts;
      await stopInTime();
    },
  };
}

/** Resolves with the id of a session with the worker, once it runs: right after an update it doesn't yet. */
async function attach(session: CDPSession, extensionId: string): Promise<string> {
  let sessionId = '';
  await waitUntil(async () => {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'service_worker' }] });
    const worker = targetInfos.find(({ url }) => url.startsWith(`chrome-extension://${extensionId}/`));
    if (worker === undefined) return false;
    const { targetId } = worker;
    try {
      ({ sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false }));
    } catch {
      // It ended in between; the next one comes.
      return false;
    }
    return true;
  }, 'The extension’s worker is not running.');
  return sessionId;
}

interface EdgeScope {
  noteEdgeForChaos(edge: string): void;
  /** Edges until the worker stops; 0: it doesn't. */
  edgesLeft?: number;
  passEdge?: (side: WriteEdge['side'], transaction: IDBTransaction) => void;
}

/**
 * Runs in the worker. Stops it at the edge with this number from now on, and reports the edge; nothing of the worker runs after that.
 * Callbacks are unnamed, as in `askFilterPage`.
 */
function stopAtEdge(count: number): void {
  const scope = globalThis as unknown as EdgeScope;
  scope.edgesLeft = count;
  if (scope.passEdge !== undefined) return;
  scope.passEdge = (side, transaction) => {
    const tables = [...transaction.objectStoreNames].join();
    // A task doesn't depend on what the log has.
    if (tables === 'logs' || !scope.edgesLeft) return;
    scope.edgesLeft -= 1;
    if (scope.edgesLeft > 0) return;
    scope.noteEdgeForChaos(JSON.stringify({ side, tables }));
    // biome-ignore lint/suspicious/noDebugger: this is what stops the worker.
    debugger;
  };
  const writing = new WeakSet<IDBTransaction>();
  const watched = new WeakSet<IDBDatabase>();
  const store = IDBObjectStore.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['add', 'put', 'delete', 'clear']) {
    const original = store[name];
    if (original === undefined) continue;
    store[name] = function (this: IDBObjectStore, ...args) {
      const { transaction } = this;
      if (!writing.has(transaction)) {
        writing.add(transaction);
        if (!watched.has(transaction.db)) {
          watched.add(transaction.db);
          // In this phase no listener of the extension's own has run yet.
          transaction.db.addEventListener(
            'complete',
            ({ target }) => {
              if (writing.has(target as IDBTransaction)) scope.passEdge?.('after', target as IDBTransaction);
            },
            { capture: true },
          );
        }
        scope.passEdge?.('before', transaction);
      }
      return original.apply(this, args);
    };
  }
}
