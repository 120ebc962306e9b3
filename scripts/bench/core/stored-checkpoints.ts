import 'fake-indexeddb/auto';
import { deserialize, serialize } from 'node:v8';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { StewardDatabase, type StoredCheckpoint } from '@/src/store/db';
import { packCheckpoint, unpackCheckpoint } from '@/src/store/packed-state';

/** The read methods of a checkpoint store that a rollback needs. */
export interface CheckpointReads {
  byId(id: string): Promise<Checkpoint | null>;
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
}

/** Creates the product's own store on a fake of the browser's database. */
export async function databaseStore(checkpoints: readonly Checkpoint[]): Promise<CheckpointReads> {
  const db = new StewardDatabase('bench');
  await db.checkpoints.bulkAdd(await Promise.all(checkpoints.map(packCheckpoint)));
  return createCheckpointStore(db);
}

/**
 * Creates a store with the product's packing but without a database: rows in memory, written and read by structured
 * clone as in a database. Its lookups cost nothing.
 */
export async function memoryStore(checkpoints: readonly Checkpoint[]): Promise<CheckpointReads> {
  const packed = await Promise.all(checkpoints.map(packCheckpoint));
  const rows = packed.map((checkpoint) => serialize(checkpoint));
  const places = new Map(checkpoints.map(({ id }, index) => [id, index]));
  function read(index: number): StoredCheckpoint | null {
    const row = rows[index];
    return row === undefined ? null : (deserialize(row) as StoredCheckpoint);
  }
  return {
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
  };
}
