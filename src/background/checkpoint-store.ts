import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Checkpoints in IndexedDB. */
export function createCheckpointStore(db: StewardDatabase): CheckpointStore {
  const upTo = (chatId: string, sequence: number) =>
    db.checkpoints.where('[chatId+sequence]').between([chatId, -Infinity], [chatId, sequence], true, true);

  return {
    async last(chatId) {
      return (await stored(() => upTo(chatId, Infinity).last())) ?? null;
    },
    async byId(id) {
      return (await stored(() => db.checkpoints.get(id))) ?? null;
    },
    async ofResponse(messageId) {
      return (await stored(() => db.checkpoints.where('messageId').equals(messageId).first())) ?? null;
    },
    async chainTo(chatId, sequence) {
      return stored(async () => {
        const full = await upTo(chatId, sequence)
          .reverse()
          .filter((checkpoint) => checkpoint.content.kind === 'full')
          .first();
        if (full === undefined) return [];
        return db.checkpoints
          .where('[chatId+sequence]')
          .between([chatId, full.sequence], [chatId, sequence], true, true)
          .toArray();
      });
    },
    async add(checkpoint) {
      await stored(() => db.checkpoints.add(checkpoint));
    },
    async setCalls(id, calls) {
      await stored(() => db.checkpoints.update(id, { calls }));
    },
  };
}
