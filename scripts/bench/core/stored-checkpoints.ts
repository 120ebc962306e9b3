import 'fake-indexeddb/auto';
import { deserialize, serialize } from 'node:v8';
import type { DBCore, Middleware } from 'dexie';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { StewardDatabase, type StoredCheckpoint } from '@/src/store/db';
import { packCheckpoint, unpackCheckpoint } from '@/src/store/packed-state';

/** The two reads of a store that a rollback needs. */
export interface CheckpointReads {
  byId(id: string): Promise<Checkpoint | null>;
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
}

/** A store to measure, and the number of rows that it has returned. */
export interface MeasuredStore {
  store: CheckpointReads;
  rowsRead(): number;
}

/** The product's own store, on a fake of the browser's database. */
export async function databaseStore(checkpoints: readonly Checkpoint[]): Promise<MeasuredStore> {
  const db = new StewardDatabase('bench');
  let rows = 0;
  db.use(
    countingReads((count) => {
      rows += count;
    }),
  );
  await db.checkpoints.bulkAdd(await Promise.all(checkpoints.map(packCheckpoint)));
  rows = 0;
  return { store: createCheckpointStore(db), rowsRead: () => rows };
}

/** Reports every row that a table returns, including those that a filter then drops. */
function countingReads(onRead: (count: number) => void): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'count-reads',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          async get(request) {
            onRead(1);
            return table.get(request);
          },
          async query(request) {
            const answer = await table.query(request);
            onRead(answer.result.length);
            return answer;
          },
          async openCursor(request) {
            const cursor = await table.openCursor(request);
            if (cursor === null) return null;
            const start = cursor.start.bind(cursor);
            return Object.create(cursor, {
              start: {
                value: (onNext: () => void) =>
                  start(() => {
                    onRead(1);
                    onNext();
                  }),
              },
            });
          },
        };
      },
    }),
  };
}

/**
 * A store with the product's packing but without a database: rows in memory, written and read by structured
 * clone as in a database; lookup costs nothing.
 */
export async function memoryStore(checkpoints: readonly Checkpoint[]): Promise<MeasuredStore> {
  return rowsInMemory(await Promise.all(checkpoints.map(packCheckpoint)));
}

/** The same, with unpacked full states. */
export function unpackedStore(checkpoints: readonly Checkpoint[]): MeasuredStore {
  return rowsInMemory(checkpoints);
}

function rowsInMemory(checkpoints: readonly StoredCheckpoint[]): MeasuredStore {
  const rows = checkpoints.map((checkpoint) => serialize(checkpoint));
  const places = new Map(checkpoints.map(({ id }, index) => [id, index]));
  let rowsRead = 0;
  function read(index: number): StoredCheckpoint | null {
    const row = rows[index];
    if (row === undefined) return null;
    rowsRead += 1;
    return deserialize(row) as StoredCheckpoint;
  }
  return {
    store: {
      async byId(id) {
        const row = read(places.get(id) ?? -1);
        return row === null ? null : unpackCheckpoint(row);
      },
      async chainTo(_chatId, sequence) {
        const chain: StoredCheckpoint[] = [];
        for (let index = sequence; index >= 0; index -= 1) {
          const row = read(index);
          if (row !== null) chain.unshift(row);
          if (row?.content.kind !== 'patch') break;
        }
        return Promise.all(chain.map(unpackCheckpoint));
      },
    },
    rowsRead: () => rowsRead,
  };
}
