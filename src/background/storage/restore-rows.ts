import { StewardError } from '@/src/core/errors';
import type { BackupRow, BackupTable } from '@/src/store/backup';
import { fillChatWords } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Restores only where nothing would be lost: a chat without messages is made whenever the panel opens. */
export function restoreRows(
  db: StewardDatabase,
  tables: ReadonlyMap<BackupTable, BackupRow[]>,
): Promise<number> {
  return stored(() =>
    db.transaction('rw', db.tables, async () => {
      if ((await db.messages.count()) > 0 || (await db.connections.count()) > 0) throw notEmpty();
      if ((await db.auditHeads.count()) > 0) throw notEmpty();
      let rows = 0;
      for (const [name, given] of tables) {
        const table = db.table<BackupRow>(name);
        await table.clear();
        await table.bulkAdd(given.map((row) => suspended(name, row)));
        rows += given.length;
      }
      // The words are not in the file, since they follow from the rows.
      await db.chatWords.clear();
      await fillChatWords(db);
      return rows;
    }),
  );
}

/** A run that was open is over: nothing may work on a page because a file says so. */
function suspended(table: BackupTable, row: BackupRow): BackupRow {
  if (table === 'approvals' && row.state === 'pending') return { ...row, state: 'withdrawn' };
  if (table === 'chats') return { ...row, queuedStatus: null };
  if (table !== 'runs') return row;
  const { status } = row;
  const isOver =
    typeof status === 'object' &&
    status !== null &&
    'state' in status &&
    (status.state === 'done' || ('outcome' in status && status.outcome !== null));
  if (isOver) return row;
  const stopped = {
    state: 'waiting-for-system-input',
    outcome: 'stopped',
    requiredScope: null,
    interruptibleByUser: true,
  };
  const { isOpen: _isOpen, ...rest } = row;
  return { ...rest, status: stopped, control: null };
}

function notEmpty(): StewardError {
  return new StewardError(
    'conflict',
    'There are chats, connections or audit entries that a restore would replace.',
    {
      remedy: 'Save a backup of them, choose “Delete all my data”, then restore.',
    },
  );
}
