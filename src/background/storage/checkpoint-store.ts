import { FULL_EVERY } from '@/src/core/checkpoints/checkpoint-chain';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { Checkpoint, KeptState } from '@/src/schema/checkpoint';
import type { StewardDatabase, StoredCheckpoint } from '@/src/store/db';
import { packCheckpoint, packState, unpackCheckpoint, unpackState } from '@/src/store/packed-state';
import { updateRow } from './rows';
import { stored } from './storage-error';
import { transact } from './transact';

/**
 * Stands in for a state that can't be unpacked when a single row is read. It is a patch without a preceding full state,
 * which every rebuild rejects. So a damaged row can still be listed, counted and skipped, and only the use of its state
 * fails.
 */
const UNREADABLE: KeptState = { kind: 'patch', patch: [] };

/**
 * Stores checkpoints in IndexedDB, with large full states deflated. A transaction ends when anything else is awaited,
 * so states are packed before it and unpacked after it.
 */
export function createCheckpointStore(db: StewardDatabase): CheckpointStore {
  const between = (chatId: string, first: number, last: number) =>
    db.checkpoints.where('[chatId+sequence]').between([chatId, first], [chatId, last], true, true);
  const all = (chatId: string) => between(chatId, -Infinity, Infinity);

  return {
    async last(chatId) {
      return oneOf(await stored(() => all(chatId).last()));
    },
    async byId(id) {
      return oneOf(await stored(() => db.checkpoints.get(id)));
    },
    async ofResponse(messageId) {
      return oneOf(await stored(() => db.checkpoints.where('messageId').equals(messageId).first()));
    },
    async chainTo(chatId, sequence) {
      // The checkpoint of every sequence number that is a multiple of FULL_EVERY is a snapshot, so no chain starts
      // earlier.
      const rows = await stored(() =>
        between(chatId, sequence - (sequence % FULL_EVERY), sequence).toArray(),
      );
      const start = rows.findLastIndex(({ content }) => content.kind !== 'patch');
      return Promise.all(rows.slice(Math.max(0, start)).map(unpackCheckpoint));
    },
    count: (chatId) => stored(() => all(chatId).count()),
    oldestIds: (chatId, amount) => stored(() => all(chatId).limit(amount).primaryKeys()),
    laterIds: (chatId, sequence) => stored(() => between(chatId, sequence + 1, Infinity).primaryKeys()),
    async add(checkpoint, { ids, whole }) {
      const row = await packCheckpoint(checkpoint);
      const changed =
        whole === null
          ? []
          : [
              {
                key: whole.id,
                changes: { content: await packState({ kind: 'full', state: whole.state }) },
              },
            ];
      await transact(db, db.checkpoints, async () => {
        await db.checkpoints.bulkUpdate(changed);
        await db.checkpoints.bulkDelete([...ids]);
        await db.checkpoints.add(row);
      });
    },
    async setState(id, { content, ...changes }) {
      const packed = await packState(content);
      await stored(() => updateRow(db.checkpoints, id, { ...changes, content: packed }));
    },
  };
}

async function oneOf(row: StoredCheckpoint | undefined): Promise<Checkpoint | null> {
  if (row === undefined) return null;
  // With UNREADABLE, the rebuild rejects with the reason when the state is needed.
  return { ...row, content: await unpackState(row.content).catch(() => UNREADABLE) };
}
