import { IDBCursor, IDBIndex, IDBObjectStore } from 'fake-indexeddb';

/**
 * Calls `note` with the object before each call of its method; returns a function that restores the method.
 */
function wrap<Owner extends object>(
  owner: Owner,
  method: keyof Owner,
  note: (self: Owner) => void,
): () => void {
  const real = owner[method] as unknown as (...args: unknown[]) => unknown;
  const watched = function (this: Owner, ...args: unknown[]) {
    note(this);
    return real.apply(this, args);
  };
  Object.assign(owner, { [method]: watched });
  return () => void Object.assign(owner, { [method]: real });
}

/** Operations on databases in memory. Rows that one transaction writes to a table in a row count as one write. */
export interface OperationWatch {
  /** The number of reads of this table; of all tables without a name. */
  reads(table?: string): number;
  writes(): number;
  /** The tables written to since the last call, each once. */
  written(): string[];
  stop(): void;
}

const READS = ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const;
const WRITES = ['put', 'add', 'delete', 'clear'] as const;

/** Watches the operations, without those on the connection `own` of the test itself. */
export function watchOperations(own: IDBDatabase | null): OperationWatch {
  const reads: string[] = [];
  let writes = 0;
  const tables = new Set<string>();
  let last: Pick<IDBObjectStore, 'name' | 'transaction'> | null = null;

  function noteRead({ name, transaction }: IDBObjectStore): void {
    if (transaction.db === own) return;
    reads.push(name);
    last = null;
  }

  function noteWrite({ name, transaction }: IDBObjectStore): void {
    if (transaction.db === own) return;
    tables.add(name);
    if (last?.transaction !== transaction || last.name !== name) writes += 1;
    last = { name, transaction };
  }

  const restore = [
    ...READS.flatMap((method) => [
      wrap(IDBObjectStore.prototype, method, noteRead),
      wrap(IDBIndex.prototype, method, ({ objectStore }) => noteRead(objectStore)),
    ]),
    ...WRITES.map((method) => wrap(IDBObjectStore.prototype, method, noteWrite)),
    ...(['update', 'delete'] as const).map((method) =>
      wrap(IDBCursor.prototype, method, ({ source }) =>
        noteWrite('objectStore' in source ? source.objectStore : source),
      ),
    ),
  ];
  return {
    reads: (table) => reads.filter((name) => table === undefined || name === table).length,
    writes: () => writes,
    written() {
      const all = [...tables];
      tables.clear();
      return all;
    },
    stop() {
      for (const undo of restore) undo();
    },
  };
}
