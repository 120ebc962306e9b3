import type { OnProgress } from '@/src/core/each-percent';
import { type StewardError, textError } from '@/src/core/errors';
import type { Chat } from '@/src/schema/chat';
import { BACKUP_TABLES } from '@/src/store/backup';
import { fillChatWords } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import type { BackupRows } from './backup-rows';
import { transact } from './transact';

/**
 * Restores the rows of a backup, only if no data would be lost. Sites and log entries are kept and merged with those of the backup.
 * Resolves with the number of restored rows. `onChats`: receives the number of chats that are done.
 */
export function restoreRows(db: StewardDatabase, rows: BackupRows, onChats: OnProgress): Promise<number> {
  return transact(db, db.tables, async () => {
    await assertReplaceable(db);
    const sites = await db.sites.toArray();
    const logs = await db.logs.toArray();
    let count = 0;
    for (const name of BACKUP_TABLES) {
      const table = db.table<BackupRows[typeof name][number]>(name);
      await table.clear();
      await table.bulkAdd(rows[name]);
      count += rows[name].length;
    }
    await db.sites.bulkPut(sites);
    // Current log entries follow those of the backup, which are older.
    await db.logs.bulkAdd(logs.map(({ id: _, ...entry }) => entry));
    // The file contains no search words, since they are derived from the rows.
    await db.chatWords.clear();
    await fillChatWords(db, onChats);
    return count;
  });
}

/**
 * Rejects with `conflict` if a restore would replace data. The only chats that may exist have no messages: the panel creates them
 * whenever it opens, and they are replaced.
 */
export async function assertReplaceable(db: StewardDatabase): Promise<void> {
  const kept = [
    ...[db.messages, db.connections, db.modelAliases, db.savedPrompts],
    ...[db.auditHeads, db.composerTexts, db.payloads],
  ];
  for (const table of kept) if ((await table.count()) > 0) throw notEmpty();
  const isUnsent = ({ pendingMessage, setAside }: Chat) => pendingMessage !== null || setAside !== undefined;
  if ((await db.chats.filter(isUnsent).count()) > 0) throw notEmpty();
}

function notEmpty(): StewardError {
  return textError('conflict', 'error.storage.backup.replacesData');
}
