import { IDBCursor, IDBObjectStore } from 'fake-indexeddb';
import { wrap } from './wrap-method';

/** Records which tables of the databases in memory are written to. */
export interface WriteWatch {
  /** The tables written to since the last call, each once; without those that a refusal may change. */
  look(): string[];
  stop(): void;
}

/** A refusal may write to the log, and the check of the data runs on its own some time after the start. */
const OTHER_TABLES: readonly string[] = ['logs', 'integrity'];

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
      const tables = [...written].filter((table) => !OTHER_TABLES.includes(table));
      written.clear();
      return tables;
    },
    stop() {
      for (const undo of restore) undo();
    },
  };
}
