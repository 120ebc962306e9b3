import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';

/** One change of a table by a transaction that was committed, in the order of the changes. */
export type CommittedChange = { table: string } & (
  | { kind: 'stored'; rows: readonly unknown[] }
  | { kind: 'deleted'; keys: readonly unknown[] }
  /** It is not known which rows changed, e.g. because a range was deleted. */
  | { kind: 'unknown' }
);

/** Null if any row may have changed. */
type CommitListener = (changes: readonly CommittedChange[] | null) => void;

/** The transactions of a database object that write, and the changes of those that were committed. */
export interface Commits {
  /**
   * Calls `listener` with the changes of each committed transaction, before the code that awaits the transaction
   * continues.
   */
  listen(listener: CommitListener): void;
  /** Notifies the listeners that any row may have changed. */
  forget(): void;
  /**
   * True while a transaction is running that may write to one of these tables. A reading would wait for it, and see its
   * changes.
   */
  isWriting(tables: readonly string[]): boolean;
  readonly middleware: Middleware<DBCore>;
}

export function createCommits(): Commits {
  const listeners: CommitListener[] = [];
  const changesOf = new WeakMap<object, CommittedChange[]>();
  /** The tables of each writing transaction that is running. */
  const underWay = new Map<object, readonly string[]>();

  function notify(changes: readonly CommittedChange[] | null): void {
    for (const listener of listeners) listener(changes);
  }

  function follow(transaction: object, tables: readonly string[]): void {
    const changes: CommittedChange[] = [];
    changesOf.set(transaction, changes);
    underWay.set(transaction, tables);
    // Dexie's core passes the browser's own transactions. These listeners are the first, so they run before Dexie's.
    const native = transaction as IDBTransaction;
    native.addEventListener('complete', () => {
      underWay.delete(transaction);
      notify(changes);
    });
    native.addEventListener('abort', () => underWay.delete(transaction));
  }

  return {
    listen: (listener) => void listeners.push(listener),
    forget: () => notify(null),
    isWriting: (tables) =>
      [...underWay.values()].some((written) => written.some((table) => tables.includes(table))),
    middleware: {
      stack: 'dbcore',
      name: 'commits',
      create: (core) => ({
        ...core,
        transaction(stores, mode, options) {
          const transaction = core.transaction(stores, mode, options);
          if (mode === 'readwrite') follow(transaction, stores);
          return transaction;
        },
        table(name) {
          const table = core.table(name);
          return {
            ...table,
            async mutate(request) {
              // An upgrade's transaction isn't created here, so it has no list of changes. It needs none: nothing is cached before it ends.
              const changes = changesOf.get(request.trans) ?? [];
              const place = changes.push({ table: name, kind: 'unknown' }) - 1;
              const response = await table.mutate(request);
              // Of a request that failed in part, some rows may be stored.
              if (response.numFailures === 0) changes[place] = changeBy(name, request);
              return response;
            },
          };
        },
      }),
    },
  };
}

function changeBy(table: string, request: DBCoreMutateRequest): CommittedChange {
  switch (request.type) {
    case 'add':
    case 'put':
      return { table, kind: 'stored', rows: request.values };
    case 'delete':
      return { table, kind: 'deleted', keys: request.keys };
    default:
      return { table, kind: 'unknown' };
  }
}
