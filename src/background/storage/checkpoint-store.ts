import Dexie from 'dexie';
import { FULL_EVERY } from '@/src/core/checkpoints/checkpoint-chain';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { NewCheckpoint } from '@/src/core/ports/new-checkpoint';
import type { Checkpoint, CheckpointEntry, KeptState } from '@/src/schema/checkpoint';
import type { StewardDatabase, StoredCheckpoint } from '@/src/store/db';
import { packCheckpoint, packState, unpackCheckpoint, unpackState } from '@/src/store/packed-state';
import { frozen } from './kept-records';
import { updateRow } from './rows';
import { stored } from './storage-error';
import { isInDoubt, transact } from './transact';

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
  const newest = keepNewest(db);

  return {
    last: (chatId) => newest.of(chatId, () => stored(() => all(chatId).last())),
    async byId(id) {
      return oneOf(await stored(() => db.checkpoints.get(id)));
    },
    async ofResponse({ id, chatId, position }) {
      const last = newest.kept(chatId);
      if (last === null || last?.messageId === id) return last;
      // Checkpoints are taken in the order of their responses: this response is later than the last one that has a checkpoint.
      if (last?.reason === 'before-changes' && last.position < position) return null;
      const row = await stored(() => db.checkpoints.where('messageId').equals(id).first());
      return row === undefined ? null : entryOf(row);
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
    async add(checkpoint, retirement) {
      const packed = await packNew({ checkpoint, retirement });
      await transact(db, db.checkpoints, () => addPacked(db, packed));
    },
    async setState(id, { content, ...changes }) {
      const packed = await packState(content);
      await stored(() => updateRow(db.checkpoints, id, { ...changes, content: packed }));
    },
  };
}

/** The rows of a new checkpoint, and of those that are deleted for it. */
export interface PackedCheckpoint {
  row: StoredCheckpoint;
  changed: { key: string; changes: Pick<StoredCheckpoint, 'content'> }[];
  deleted: readonly string[];
}

/** Packs a new checkpoint. Call it before the transaction of {@link addPacked}. */
export async function packNew({
  checkpoint,
  retirement: { ids, whole },
}: NewCheckpoint): Promise<PackedCheckpoint> {
  const row = await packCheckpoint(checkpoint);
  if (whole === null) return { row, changed: [], deleted: ids };
  const content = await packState({ kind: 'full', state: whole.state });
  return { row, changed: [{ key: whole.id, changes: { content } }], deleted: ids };
}

/** Adds a new checkpoint. Runs within the caller's transaction, which must include `checkpoints`. */
export async function addPacked(
  db: Pick<StewardDatabase, 'checkpoints'>,
  { row, changed, deleted }: PackedCheckpoint,
): Promise<void> {
  if (changed.length > 0) await db.checkpoints.bulkUpdate(changed);
  if (deleted.length > 0) await db.checkpoints.bulkDelete([...deleted]);
  await db.checkpoints.add(row);
}

/** Keeps each chat's newest checkpoint in memory, as the last commit left it. The background is the only writer. */
function keepNewest(db: StewardDatabase) {
  const kept = new Map<string, CheckpointEntry | null>();
  const { name } = db.checkpoints;
  let commits = 0;

  db.commits.listen((changes) => {
    const ofTable = changes?.filter(({ table }) => table === name);
    if (ofTable?.length === 0) return;
    commits += 1;
    if (ofTable === undefined) kept.clear();
    for (const change of ofTable ?? []) {
      if (change.kind !== 'stored') kept.clear();
      else for (const row of change.rows as readonly StoredCheckpoint[]) keepIfNewest(row);
    }
  });

  function keepIfNewest(row: StoredCheckpoint): void {
    const last = kept.get(row.chatId);
    // Without a reading, it isn't known whether this is the newest.
    if (last !== undefined && (last === null || row.sequence >= last.sequence)) {
      kept.set(row.chatId, entryOf(row));
    }
  }

  /** Undefined if it isn't kept, or if a transaction may be changing it. */
  function keptOf(chatId: string): CheckpointEntry | null | undefined {
    return isInDoubt(db, [name]) ? undefined : kept.get(chatId);
  }

  return {
    kept: keptOf,
    async of(
      chatId: string,
      read: () => Promise<StoredCheckpoint | undefined>,
    ): Promise<CheckpointEntry | null> {
      const last = keptOf(chatId);
      if (last !== undefined) return last;
      const before = commits;
      const row = await read();
      const found = row === undefined ? null : entryOf(row);
      if (commits === before && Dexie.currentTransaction === null) kept.set(chatId, found);
      return found;
    },
  };
}

/** A checkpoint without its state. */
function entryOf({ content: _, ...entry }: StoredCheckpoint): CheckpointEntry {
  // Callers share it.
  return frozen(entry);
}

async function oneOf(row: StoredCheckpoint | undefined): Promise<Checkpoint | null> {
  if (row === undefined) return null;
  // With UNREADABLE, the rebuild rejects with the reason when the state is needed.
  return { ...row, content: await unpackState(row.content).catch(() => UNREADABLE) };
}
