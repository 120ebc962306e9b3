import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';

/** One change of a table by a transaction that was committed, in the order of the changes. */
export type CommittedChange = { table: string } & (
  | { kind: 'stored'; rows: readonly unknown[] }
  | { kind: 'deleted'; keys: readonly unknown[] }
  /** It is not known which rows changed, e.g. because a range was deleted. */
  | { kind: 'unknown' }
);

/** Called with the changes of each transaction through this database object, before anyone who waits for it goes on. */
export type CommitListener = (changes: readonly CommittedChange[]) => void;

/** A middleware of the database that reports what its transactions changed once they are committed. */
export function commits(onCommit: CommitListener): Middleware<DBCore> {
  const changesOf = new WeakMap<object, CommittedChange[]>();
  return {
    stack: 'dbcore',
    name: 'commits',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options);
        if (mode === 'readwrite') {
          const changes: CommittedChange[] = [];
          changesOf.set(transaction, changes);
          // Dexie's core passes the browser's own transactions. This listener is the first, so it runs before Dexie's.
          (transaction as unknown as IDBTransaction).addEventListener('complete', () => onCommit(changes));
        }
        return transaction;
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          async mutate(request) {
            // The transaction of an upgrade is not created here; nothing is kept before it has ended.
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
