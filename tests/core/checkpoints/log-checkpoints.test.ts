import { expect, it } from 'vitest';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { withCheckpointLog } from '@/src/core/checkpoints/log-checkpoints';
import type { CheckpointReason } from '@/src/schema/checkpoint';
import { createMemoryCheckpointStore } from '../../fakes/memory-checkpoint-store';
import { createMemoryTables } from '../../fakes/memory-tables';
import { createMemoryLogger } from '../logging/memory-logger';
import { aRequest } from './a-checkpoint';

function setUp() {
  const { logger, entries } = createMemoryLogger('info');
  let ids = 0;
  const store = createMemoryCheckpointStore(createMemoryTables());
  const deps = { store, clock: { now: () => 7 }, ids: { newId: () => `cp-${++ids}` } };
  return { checkpoints: withCheckpointLog(createCheckpointManager(deps), logger), store, entries };
}

const request = (reason: CheckpointReason) => aRequest({ reason, state: { notes: ['secret'] } });

it.each<CheckpointReason>([
  'session-start',
  'before-rollback',
  'before-undo',
  'before-restore-unsaved',
  'before-restore-saved',
])('logs a checkpoint taken outside a response (%s), without the page’s state', async (reason) => {
  const { checkpoints, store, entries } = setUp();
  expect(await checkpoints.take(request(reason))).toMatchObject({ id: 'cp-1', deletedCount: 0 });
  expect(await store.byId('cp-1')).toMatchObject({ reason });
  expect(entries).toEqual([
    {
      level: 'info',
      topic: 'checkpoint.taken',
      message: 'A checkpoint was taken.',
      chatId: 'c',
      runId: null,
      data: { checkpointId: 'cp-1', reason, deletedCount: 0 },
    },
  ]);
});

it('doesn’t log the checkpoint of a response, for which the loop emits an event', async () => {
  const { checkpoints, entries } = setUp();
  await checkpoints.take(request('before-changes'));
  expect(entries).toEqual([]);
});

it('does not log a checkpoint that could not be stored', async () => {
  const { checkpoints, store, entries } = setUp();
  store.add = async () => Promise.reject(new Error('full'));
  await expect(checkpoints.take(request('session-start'))).rejects.toThrow('full');
  expect(entries).toEqual([]);
});
