import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { atMost, type BenchRow } from '../bench-row';
import { pairRow } from '../measure';
import { createSeededRandom } from './seeded-random';
import { type CheckpointReads, databaseStore, memoryStore } from './stored-checkpoints';
import { BENCH_CHAT_ID, typicalCheckpoints } from './typical-checkpoints';

const CHECKPOINTS = 10_000;

/** Measures the time to load the state of any of very many checkpoints. */
export async function rollbackSpeedRows(): Promise<BenchRow[]> {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const fullIds = checkpoints.filter(({ content }) => content.kind === 'full').map(({ id }) => id);
  return [
    await rollbackRow(
      '10,000 checkpoints: load and rebuild, in memory',
      await memoryStore(checkpoints),
      fullIds,
      [
        'A snapshot is read once its state is in hand. Whole states are kept deflated, so both sides unpack one, which is most of the baseline.',
        'The proof by hash is on the measured side alone.',
      ],
    ),
    await rollbackRow('the same through the database’s code', await databaseStore(checkpoints), fullIds, [
      'The database is a stand-in in memory, no measure of a browser’s.',
    ]),
  ];
}

function rollbackRow(
  what: string,
  store: CheckpointReads,
  fullIds: readonly string[],
  notes: string[],
): Promise<BenchRow> {
  const random = createSeededRandom(1);
  return pairRow({
    what,
    against: 'reading one full snapshot',
    goal: atMost(3),
    notes,
    rounds: 200,
    warmUpRounds: 100,
    prepare: () => ({
      targetId: `checkpoint-${random(CHECKPOINTS)}`,
      fullId: fullIds[random(fullIds.length)] ?? '',
    }),
    measured: async ({ targetId }) => {
      const { sequence } = await existing(store, targetId);
      return rebuildState(await store.chainTo(BENCH_CHAT_ID, sequence));
    },
    baseline: ({ fullId }) => existing(store, fullId),
  });
}

async function existing(store: CheckpointReads, id: string): Promise<Checkpoint> {
  const checkpoint = await store.byId(id);
  if (checkpoint === null) throw new Error(`${id} is missing`);
  return checkpoint;
}
