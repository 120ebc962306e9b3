import type { StewardBrowser } from '@/tests/drive/steward-browser';

/** The moment right before or right after the worker wrote to the database in one transaction. */
export interface WriteEdge {
  side: 'before' | 'after';
  /** The tables of the transaction, in alphabetical order. */
  tables: string;
}

/** Kills the extension's worker before or after chosen writes. It uses a debugger, so the build has no code for it. */
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

/** Watches the worker of the extension, and each that replaces it. */
export async function watchWorkerEdges(browser: StewardBrowser): Promise<WorkerEdges> {
  const errors: string[] = [];
  let left: readonly number[] = [];
  let kills: WriteEdge[] = [];
  const note = (error: unknown) => errors.push(`worker: ${error}`);
  const worker = await browser.debugWorker({
    onNote: (edge) => void kill(JSON.parse(edge)).catch(note),
    onError: note,
  });
  const stopInTime = () => `(${stopAtEdge})(${JSON.stringify(left[0] ?? 0)})`;

  async function kill(edge: WriteEdge): Promise<void> {
    kills.push(edge);
    left = left.slice(1);
    await worker.startWith(stopInTime());
    await browser.killWorker();
  }

  await worker.startWith(stopInTime());
  return {
    errors,
    get kills() {
      return kills;
    },
    async killAt(counts) {
      kills = [];
      left = counts;
      await worker.startWith(stopInTime());
      await worker.evaluate(stopInTime());
    },
  };
}

interface EdgeScope {
  noteForDriver(text: string): void;
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
    scope.noteForDriver(JSON.stringify({ side, tables }));
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
