import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { atMost, type BenchGoal, type BenchRow } from '../bench-row';
import { measurePair } from '../measure';
import { createSeededRandom } from './seeded-random';
import {
  type CheckpointReads,
  databaseStore,
  type MeasuredStore,
  memoryStore,
  unpackedStore,
} from './stored-checkpoints';
import { BENCH_CHAT_ID, typicalCheckpoints } from './typical-checkpoints';

const CHECKPOINTS = 10_000;
const GOAL: BenchGoal = atMost(3);
const ROUNDS = 200;
const WARM_UP_ROUNDS = 100;

/** Time to load the state of any of very many checkpoints. */
export async function rollbackSpeedRows(): Promise<BenchRow[]> {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const memory = await memoryStore(checkpoints);
  const unpacked = unpackedStore(checkpoints);
  const database = await databaseStore(checkpoints);
  const fullIds = checkpoints.filter(({ content }) => content.kind === 'full').map(({ id }) => id);
  const bare = 'reading one full snapshot';
  return [
    await rollbackRow({
      what: '10,000 checkpoints: load and rebuild, in memory',
      against: bare,
      measuredStore: memory,
      fullIds,
      readFull: (id) => existing(memory.store, id),
      goal: GOAL,
      notes: [
        'A snapshot is read once its state is in hand. Whole states are kept deflated, so both sides unpack one, which is most of the baseline.',
        'The proof by hash is on the measured side alone.',
      ],
    }),
    await rollbackRow({
      what: 'the same through the database’s code',
      against: bare,
      measuredStore: database,
      fullIds,
      readFull: (id) => existing(database.store, id),
      goal: GOAL,
      notes: [
        'The database is a stand-in in memory, no measure of a browser’s: the rows read are what holds there.',
      ],
    }),
    await rollbackRow({
      what: 'the first, with the proof on both sides',
      against: 'reading one full snapshot and proving it by its hash',
      measuredStore: memory,
      fullIds,
      readFull: async (id) => rebuildState([await existing(memory.store, id)]),
      notes: ['What the patches alone cost.'],
    }),
    await rollbackRow({
      what: 'the first, against snapshots kept unpacked',
      against: 'reading one full snapshot that was never deflated',
      measuredStore: memory,
      fullIds,
      readFull: (id) => existing(unpacked.store, id),
      notes: [
        'What the room that packing saves costs in time: only the measured side unpacks, and only it proves.',
      ],
    }),
  ];
}

async function rollbackRow(options: {
  what: string;
  against: string;
  measuredStore: MeasuredStore;
  fullIds: readonly string[];
  readFull(id: string): unknown;
  goal?: BenchGoal;
  notes: string[];
}): Promise<BenchRow> {
  const { measuredStore, fullIds, readFull, notes, ...row } = options;
  const { store, rowsRead } = measuredStore;
  const random = createSeededRandom(1);
  let mostRows = 0;
  const times = await measurePair({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    prepare: () => ({
      targetId: `checkpoint-${random(CHECKPOINTS)}`,
      fullId: fullIds[random(fullIds.length)] ?? '',
    }),
    measured: async ({ targetId }) => {
      const before = rowsRead();
      const target = await existing(store, targetId);
      const state = rebuildState(await store.chainTo(BENCH_CHAT_ID, target.sequence));
      mostRows = Math.max(mostRows, rowsRead() - before);
      return state;
    },
    baseline: ({ fullId }) => readFull(fullId),
  });
  return {
    ...row,
    ...times,
    notes: [`At most ${mostRows} rows are read for a rollback, the checkpoint itself included.`, ...notes],
  };
}

async function existing(store: CheckpointReads, id: string): Promise<Checkpoint> {
  const checkpoint = await store.byId(id);
  if (checkpoint === null) throw new Error(`${id} is missing`);
  return checkpoint;
}
