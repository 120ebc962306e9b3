import { StewardError } from '@/src/core/errors';
import type { Chat } from '@/src/schema/chat';
import type { BackupRow, BackupTable } from '@/src/store/backup';
import { fillChatWords } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { transact } from './transact';

/**
 * Restores a backup, only if no data would be lost. The only chats that may exist have no messages: the panel creates
 * them whenever it opens, and they are replaced. Sites and log entries are kept and merged with those of the backup.
 * Resolves with the number of restored rows.
 */
export function restoreRows(
  db: StewardDatabase,
  tables: ReadonlyMap<BackupTable, BackupRow[]>,
): Promise<number> {
  return transact(db, db.tables, async () => {
    const kept = [
      ...[db.messages, db.connections, db.modelAliases, db.savedPrompts],
      ...[db.auditHeads, db.composerTexts, db.payloads],
    ];
    for (const table of kept) if ((await table.count()) > 0) throw notEmpty();
    const isUnsent = ({ pendingMessage, setAside }: Chat) =>
      pendingMessage !== null || setAside !== undefined;
    if ((await db.chats.filter(isUnsent).count()) > 0) throw notEmpty();
    const sites = await db.sites.toArray();
    const logs = await db.logs.toArray();
    let rows = 0;
    for (const [name, given] of tables) {
      const table = db.table<BackupRow>(name);
      await table.clear();
      await table.bulkAdd(given.map((row) => suspended(name, row)));
      rows += given.length;
    }
    await db.sites.bulkPut(sites);
    // Current log entries follow those of the backup, which are older.
    await db.logs.bulkAdd(logs.map(({ id: _, ...entry }) => entry));
    // The file contains no search words, since they are derived from the rows.
    await db.chatWords.clear();
    await fillChatWords(db);
    return rows;
  });
}

/** Ends open runs and approval requests: a file must not make a run work on a page. */
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
    'There are messages, connections, model aliases, saved prompts, audit entries, a chat log or an unsent message that a restore would replace.',
    {
      remedy: 'Save a backup of them, choose “Delete all my data”, then restore.',
    },
  );
}
