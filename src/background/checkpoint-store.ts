import { FULL_EVERY } from '@/src/core/checkpoints/checkpoint-chain';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Checkpoints in IndexedDB. */
export function createCheckpointStore(db: StewardDatabase): CheckpointStore {
  const between = (chatId: string, first: number, last: number) =>
    db.checkpoints.where('[chatId+sequence]').between([chatId, first], [chatId, last], true, true);
  const all = (chatId: string) => between(chatId, -Infinity, Infinity);

  return {
    async last(chatId) {
      return (await stored(() => all(chatId).last())) ?? null;
    },
    async byId(id) {
      return (await stored(() => db.checkpoints.get(id))) ?? null;
    },
    async ofResponse(messageId) {
      return (await stored(() => db.checkpoints.where('messageId').equals(messageId).first())) ?? null;
    },
    async chainTo(chatId, sequence) {
      // Every tenth is full, so no chain begins before the tenth at or before it.
      const rows = await stored(() =>
        between(chatId, sequence - (sequence % FULL_EVERY), sequence).toArray(),
      );
      return rows.slice(
        Math.max(
          0,
          rows.findLastIndex(({ content }) => content.kind === 'full'),
        ),
      );
    },
    async count(chatId) {
      return stored(() => all(chatId).count());
    },
    async oldestIds(chatId, amount) {
      return stored(() => all(chatId).limit(amount).primaryKeys());
    },
    async laterIds(chatId, sequence) {
      return stored(() => between(chatId, sequence + 1, Infinity).primaryKeys());
    },
    async add(checkpoint, { ids, whole }) {
      await stored(() =>
        db.transaction('rw', db.checkpoints, async () => {
          if (whole !== null) {
            await db.checkpoints.update(whole.id, { content: { kind: 'full', state: whole.state } });
          }
          await db.checkpoints.bulkDelete([...ids]);
          await db.checkpoints.add(checkpoint);
        }),
      );
    },
    async setCalls(id, calls) {
      await stored(() => db.checkpoints.update(id, { calls }));
    },
    async setAfter(id, after) {
      await stored(() => db.checkpoints.update(id, { after }));
    },
  };
}
