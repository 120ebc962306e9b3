import Dexie from 'dexie';
import { eachPercent, type OnProgress } from '@/src/core/each-percent';
import { hashTexts } from '@/src/core/hash';
import { asStored } from '@/src/core/policy/under-policy';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { PackedState, StewardDatabase } from './db';
import { isDamaged, toStorageError } from './storage-error';

/** Marks a file as a backup of Steward. */
export const BACKUP_FORMAT = 'steward-backup';

/** The database in which the rows of an earlier backup are upgraded. It remains if the worker stops during the upgrade. */
export const UPGRADE_DATABASE = 'steward-upgraded-backup';

/**
 * The tables of a backup. Left out: keys and header values, so that no file contains one; leases and restores, which concern
 * open pages; findings of checks; and what Steward derives again from rows or requests again from endpoints.
 */
export const BACKUP_TABLES = [
  'chats',
  'messages',
  'runs',
  'executions',
  'approvals',
  'checkpoints',
  'usage',
  'connections',
  'modelAliases',
  'savedPrompts',
  'composerTexts',
  'chatImages',
  'sites',
  'contexts',
  'audit',
  'auditHeads',
  'pages',
  'pageSteps',
  'seenPages',
  'watches',
  'sentRequests',
  'requestParts',
  'payloads',
  'logs',
] as const satisfies readonly (keyof StewardDatabase)[];

export type BackupTable = (typeof BACKUP_TABLES)[number];

/** A row of a backup, as it is stored. */
export type BackupRow = Record<string, unknown>;

/**
 * The whole database as JSON Lines: a header, one line for each row, and a last line with the hash of all before it, so that a
 * truncated file is detected. Keys are not in it, nor are damaged messages. `onRows`: receives the number of rows that were read, for each
 * percent.
 */
export async function writeBackup(
  db: StewardDatabase,
  nowMs: number,
  onRows?: OnProgress,
): Promise<string[]> {
  return linesOf(db, nowMs, (add) =>
    db.transaction(
      'r',
      BACKUP_TABLES.map((table) => db[table]),
      async () => {
        const counts = await Promise.all(BACKUP_TABLES.map((table) => db[table].count()));
        const total = counts.reduce((sum, count) => sum + count, 0);
        // What a report leads to must not join this transaction.
        const report = eachPercent((...rows) => Dexie.ignoreTransaction(() => onRows?.(...rows)));
        let done = 0;
        for (const table of BACKUP_TABLES) {
          await db[table].each((row: object) => {
            done += 1;
            report(done, total);
            // A backup with a damaged message would be refused as a whole.
            if (table === 'messages' && isDamaged(row as Message)) return;
            add(table, table === 'chats' ? asStored(row as Chat) : row);
          });
        }
      },
    ),
  );
}

/** The readable part of a database that Steward can't open. */
export interface Rescue {
  /** Text of a backup. */
  text: string;
  /** Names of the tables of which at least one row could not be read. */
  unread: string[];
}

/**
 * Reads a database without upgrading it. A database whose upgrade failed still has the data of the version before. Rejects with `storage`
 * if the database can't be opened at all.
 */
export async function rescueBackup(name: string, nowMs: number): Promise<Rescue> {
  // Without declared versions, Dexie opens what is there.
  const db = new Dexie(name);
  try {
    await db.open();
    const present = new Set(db.tables.map((table) => table.name));
    const unread: string[] = [];
    const lines = await linesOf(db, nowMs, async (add) => {
      for (const table of BACKUP_TABLES.filter((name) => present.has(name))) {
        await db
          .table(table)
          .each((row: object) => add(table, row))
          // The user sees the table's name. The rows that were read before the error, and the other tables, are saved.
          .catch(() => unread.push(table));
      }
    });
    return { text: lines.join(''), unread };
  } catch (error) {
    throw toStorageError(error);
  } finally {
    db.close();
  }
}

async function linesOf(
  { verno }: Dexie,
  nowMs: number,
  addRows: (add: (table: BackupTable, row: object) => void) => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [];
  const add = (value: object) => lines.push(`${JSON.stringify(value)}\n`);
  add({ format: BACKUP_FORMAT, version: verno, createdAtMs: nowMs });
  await addRows((table, row) => add({ table, row: packed(table, row as BackupRow) }));
  add({ hash: hashTexts(lines) });
  return lines;
}

/** A row as JSON: a packed state, which is stored as bytes, becomes Base64; a connection has neither key nor headers. */
function packed(table: BackupTable, stored: BackupRow): BackupRow {
  if (table === 'connections') return { ...stored, hasKey: false, headerNames: [] };
  const content = stored.content as Partial<PackedState> | undefined;
  if (table !== 'checkpoints' || !(content?.deflated instanceof Uint8Array)) return stored;
  const base64 = btoa(Array.from(content.deflated, (byte) => String.fromCharCode(byte)).join(''));
  return { ...stored, content: { kind: 'packed', base64 } };
}
