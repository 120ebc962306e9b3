import type { CheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { OwnChange } from '@/src/core/daily/what-changed';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { PagePlace } from '@/src/schema/page-binding';
import { PLACE, type StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { stored } from '../storage/storage-error';

/** The changes that chats made on a page since a time, the oldest first. Rejects with `storage`. */
export type OwnChanges = (page: PagePlace, sinceMs: number) => Promise<OwnChange[]>;

/** Creates the function that finds Steward's own changes, by the checkpoints before them. */
export function createOwnChanges(deps: {
  db: StewardDatabase;
  checkpoints: Pick<CheckpointManager, 'stateOf' | 'stateAfter'>;
}): OwnChanges {
  const { db, checkpoints } = deps;
  return async ({ adapterId, origin, instanceId }, sinceMs) => {
    const made = await stored(async () => {
      const chats = db.chats
        .where(PLACE)
        .equals([origin, instanceId])
        .filter((chat) => chat.updatedAtMs >= sinceMs);
      const ofChats = (await chats.primaryKeys()).map((chatId) =>
        startingWith(db.checkpoints, '[chatId+sequence]', chatId)
          .reverse()
          .until(({ createdAtMs }) => createdAtMs < sinceMs)
          .filter((one) => one.page.adapterId === adapterId && mayHaveChanged(one))
          .toArray(),
      );
      return (await Promise.all(ofChats)).flat().sort((one, other) => one.createdAtMs - other.createdAtMs);
    });
    return Promise.all(
      made.map(async (one) => ({
        before: await checkpoints.stateOf(one),
        after: await checkpoints.stateAfter(one),
      })),
    );
  };
}

/** True if the page changed after this checkpoint, or may have: the calls of a response may all have failed. */
const mayHaveChanged = ({ after, calls }: Pick<CheckpointEntry, 'after' | 'calls'>) =>
  after !== null || calls.some(({ success }) => success !== false);
