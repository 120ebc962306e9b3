import { createDatabase } from '@/src/store/upgrades';
import 'fake-indexeddb/auto';
import { deserialize, serialize } from 'node:v8';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { StoredCheckpoint } from '@/src/store/db';
import { packCheckpoint, unpackCheckpoint } from '@/src/store/packed-state';
import type { BenchRow } from '../bench-row';
import { pairRow } from '../measure';
import { createSeededRandom } from './seeded-random';
import { BENCH_CHAT_ID, typicalCheckpoints } from './typical-checkpoints';

const CHECKPOINTS = 10_000;

/** The read methods of a checkpoint store that a rollback needs. */
interface CheckpointReads {
  byId(id: string): Promise<Checkpoint | null>;
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
}

/** Measures the time to load the state of any of very many checkpoints. */
export async function rollbackSpeedRows(): Promise<BenchRow[]> {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const rows = await Promise.all(checkpoints.map(packCheckpoint));
  const db = createDatabase('bench');
  await db.checkpoints.bulkAdd(rows);
  const fullIds = checkpoints.filter(({ content }) => content.kind === 'full').map(({ id }) => id);
  return [
    await rollbackRow('10,000 checkpoints: load and rebuild, in memory', memoryStore(rows), fullIds, [
      'A snapshot is read once its state is in hand. Whole states are kept deflated, so both sides unpack one, which is most of the baseline.',
      'The proof by hash is on the measured side alone.',
    ]),
    await rollbackRow('the same through the database’s code', createCheckpointStore(db), fullIds, [
      'The database is a stand-in in memory, no measure of a browser’s.',
    ]),
  ];
}

/** A store with the product's packing but without a database: rows in memory, read by structured clone. Its lookups cost nothing. */
function memoryStore(stored: readonly StoredCheckpoint[]): CheckpointReads {
  const rows = stored.map((checkpoint) => serialize(checkpoint));
  const places = new Map(stored.map(({ id }, index) => [id, index]));
  const read = (index: number): StoredCheckpoint => deserialize(rows[index] ?? Buffer.of());
  return {
    byId: async (id) => unpackCheckpoint(read(places.get(id) ?? -1)),
    async chainTo(_chatId, sequence) {
      const chain = [read(sequence)];
      for (let index = sequence - 1; chain[0]?.content.kind === 'patch'; index -= 1)
        chain.unshift(read(index));
      return Promise.all(chain.map(unpackCheckpoint));
    },
  };
}

function rollbackRow(
  what: string,
  store: CheckpointReads,
  fullIds: readonly string[],
  notes: string[],
): Promise<BenchRow> {
  const random = createSeededRandom(1);
  const existing = async (id: string) => {
    const checkpoint = await store.byId(id);
    if (checkpoint === null) throw new Error(`${id} is missing`);
    return checkpoint;
  };
  return pairRow({
    what,
    against: 'reading one full snapshot',
    atMost: 3,
    notes,
    rounds: 200,
    warmUpRounds: 100,
    prepare: () => ({
      targetId: `checkpoint-${random(CHECKPOINTS)}`,
      fullId: fullIds[random(fullIds.length)] ?? '',
    }),
    measured: async ({ targetId }) => {
      const { sequence } = await existing(targetId);
      return rebuildState(await store.chainTo(BENCH_CHAT_ID, sequence));
    },
    baseline: ({ fullId }) => existing(fullId),
  });
}
