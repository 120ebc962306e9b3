import { IDBCursor, IDBObjectStore } from 'fake-indexeddb';

/** Counts what is written to the databases in memory, by table. */
export interface WriteWatch {
  /** The tables written to since the last look, each once; the log's own isn't among them. */
  look(): string[];
  stop(): void;
}

/** The log may be written to by whatever is refused. */
const LOG_TABLE = 'logs';

export function watchWrites(): WriteWatch {
  const written = new Set<string>();
  const restore = [
    ...(['put', 'add', 'delete', 'clear'] as const).map((method) =>
      wrap(IDBObjectStore.prototype, method, (store) => written.add(store.name)),
    ),
    ...(['update', 'delete'] as const).map((method) =>
      wrap(IDBCursor.prototype, method, ({ source }) =>
        written.add('objectStore' in source ? source.objectStore.name : source.name),
      ),
    ),
  ];
  return {
    look() {
      const tables = [...written].filter((table) => table !== LOG_TABLE);
      written.clear();
      return tables;
    },
    stop() {
      for (const undo of restore) undo();
    },
  };
}

/** Has `note` called with the object before each call of its method; answers with what takes that back. */
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
