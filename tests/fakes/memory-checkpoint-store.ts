import { FULL_EVERY } from '@/src/core/checkpoints/checkpoint-chain';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { NewCheckpoint } from '@/src/core/ports/new-checkpoint';
import { type MemoryTables, updateRow } from './memory-tables';

/** A checkpoint store in memory, with the contract of the store on IndexedDB. */
export function createMemoryCheckpointStore({ checkpoints, transaction }: MemoryTables): CheckpointStore {
  const inOrder = (chatId: string) =>
    checkpoints
      .all()
      .filter((checkpoint) => checkpoint.chatId === chatId)
      .sort((a, b) => a.sequence - b.sequence);

  return {
    last: (chatId) => transaction(() => inOrder(chatId).at(-1) ?? null),
    byId: (id) => transaction(() => checkpoints.get(id) ?? null),
    ofResponse: ({ id }) =>
      transaction(() => checkpoints.all().find(({ messageId }) => messageId === id) ?? null),
    chainTo: (chatId, sequence) =>
      transaction(() => {
        const first = sequence - (sequence % FULL_EVERY);
        const rows = inOrder(chatId).filter((row) => row.sequence >= first && row.sequence <= sequence);
        const fullAt = rows.findLastIndex(({ content }) => content.kind === 'full');
        return rows.slice(Math.max(0, fullAt));
      }),
    count: (chatId) => transaction(() => inOrder(chatId).length),
    oldestIds: (chatId, amount) =>
      transaction(() =>
        inOrder(chatId)
          .slice(0, amount)
          .map(({ id }) => id),
      ),
    laterIds: (chatId, sequence) =>
      transaction(() =>
        inOrder(chatId)
          .filter((row) => row.sequence > sequence)
          .map(({ id }) => id),
      ),
    add: (checkpoint, retirement) =>
      transaction(() => addCheckpoint(checkpoints, { checkpoint, retirement })),
    setState: (id, changes) => transaction(() => updateRow(checkpoints, id, changes, 'checkpoint')),
  };
}

/** Adds a new checkpoint, and deletes those of its retirement. Runs within the caller's transaction. */
export function addCheckpoint(
  checkpoints: MemoryTables['checkpoints'],
  { checkpoint, retirement: { ids, whole } }: NewCheckpoint,
): void {
  if (whole !== null) checkpoints.update(whole.id, { content: { kind: 'full', state: whole.state } });
  for (const id of ids) checkpoints.remove(id);
  checkpoints.add(checkpoint);
}
