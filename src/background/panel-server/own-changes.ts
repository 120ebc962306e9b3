import type { CheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { OwnChange } from '@/src/core/daily/what-changed';
import { samePage } from '@/src/core/records/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { stored } from '../storage/storage-error';
import { PLACE } from './known-sites';

/** The changes that chats made on a page since a time, the oldest first. Rejects with `storage`. */
export type OwnChanges = (page: PageBinding, sinceMs: number) => Promise<OwnChange[]>;

/** Creates the function that finds Steward's own changes, by the checkpoints before them. */
export function createOwnChanges(deps: {
  db: StewardDatabase;
  checkpoints: Pick<CheckpointManager, 'stateOf' | 'stateAfter'>;
}): OwnChanges {
  const { db, checkpoints } = deps;

  /** The chat's checkpoints before changes since that time, and the one before it if its run hadn't ended then. */
  async function checkpointsOf(chatId: string, sinceMs: number): Promise<CheckpointEntry[]> {
    const rows = await startingWith(db.checkpoints, '[chatId+sequence]', chatId)
      .reverse()
      .until(({ createdAtMs }) => createdAtMs < sinceMs, true)
      .toArray();
    const oldest = rows.at(-1);
    if (oldest === undefined || oldest.createdAtMs >= sinceMs) return rows;
    const run = await db.runs.get(oldest.runId ?? '');
    const hasGoneOn = run !== undefined && (run.endedAtMs === null || run.endedAtMs >= sinceMs);
    return hasGoneOn ? rows : rows.slice(0, -1);
  }

  return async (page, sinceMs) => {
    const chatIds = await stored(() =>
      db.chats
        .where(PLACE)
        .equals([page.origin, page.instanceId])
        .filter(({ updatedAtMs }) => updatedAtMs >= sinceMs)
        .primaryKeys(),
    );
    const found = await stored(() => Promise.all(chatIds.map((id) => checkpointsOf(id, sinceMs))));
    const made = found.flat().filter((one) => samePage(one.page, page) && isChange(one));
    const inOrder = made.toSorted((one, other) => one.createdAtMs - other.createdAtMs);
    return Promise.all(
      inOrder.map(async (one) => ({
        before: one.createdAtMs < sinceMs ? null : await checkpoints.stateOf(one),
        after: await checkpoints.stateAfter(one),
      })),
    );
  };
}

/** True if the page may have changed after this checkpoint: the calls of a response may all have failed. */
function isChange({ reason, calls }: CheckpointEntry): boolean {
  const mayHaveChanged = calls.some(({ success, isPartial }) => success !== false || isPartial === true);
  return reason !== 'session-start' && (calls.length === 0 || mayHaveChanged);
}
