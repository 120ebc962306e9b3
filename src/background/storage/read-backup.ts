import Dexie from 'dexie';
import { z } from 'zod';
import { hasCode, isStewardError, type StewardError, textError } from '@/src/core/errors';
import { hashTexts } from '@/src/core/hash';
import { exceededBound } from '@/src/schema/values/json-bounds';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import {
  BACKUP_FORMAT,
  BACKUP_TABLES,
  type BackupRow,
  type BackupTable,
  UPGRADE_DATABASE,
  writeBackup,
} from '@/src/store/backup';
import { declareVersions, SCHEMA_VERSIONS, StewardDatabase } from '@/src/store/db';
import { BACKUP_ROWS, type BackupRows, ROW_KEYS } from './backup-rows';
import { refusedField } from './refused-field';
import { stored } from './storage-error';

/** Limits of one row. A page's state may be nested to 64 levels, within the objects that contain it. */
const ROW_BOUNDS = { levels: 100, length: 200_000_000 };

const headerSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** Version of the database from which the rows are. */
  version: z.int(),
  createdAtMs: z.number(),
});
const endSchema = z.strictObject({ hash: z.string() });
const lineSchema = z.strictObject({ table: z.string(), row: z.looseObject({}) });

/**
 * The first version whose backups end with a hash. Earlier backups end with the log, so an incomplete one that contains
 * a log entry lacks only log entries.
 */
const FIRST_WITH_HASH = 5;

/**
 * Reads a backup, also of an earlier version of the database, and checks each value of each row. Rejects with
 * `invalid-message` if a value is invalid or a row is repeated, naming table, row and field, and if the file is
 * incomplete or of a later version.
 */
export async function readBackup(text: string, version: number): Promise<BackupRows> {
  const read = readLines(text, version);
  return checkedRows(read.version === version ? read.rows : await upgradedRows(read));
}

/** An unchecked row of a backup. */
interface ReadRow {
  table: string;
  row: BackupRow;
  /** Number of its line; after an upgrade, the line in the upgraded backup. */
  number: number;
}

interface ReadLines {
  version: number;
  rows: ReadRow[];
}

/** The rows of a complete backup of this or an earlier version. */
function readLines(text: string, version: number): ReadLines {
  const all = text.split('\n').filter((line) => line !== '');
  const [first = '', ...lines] = all;
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw unreadable('error.storage.backup.isOther', null);
  const own = header.data.version;
  if (own > version || own < 1) {
    throw unreadable(say('error.storage.backup.newer', { backup: own, present: version }), null);
  }
  const end = endSchema.safeParse(parsed(String(lines.at(-1))));
  if (end.success) {
    lines.pop();
    if (end.data.hash !== hashTexts(all.slice(0, -1).map((line) => `${line}\n`))) {
      throw unreadable('error.storage.backup.changed', null);
    }
  } else if (own >= FIRST_WITH_HASH) {
    throw unreadable('error.storage.backup.incomplete', null);
  }
  const rows = lines.map((line, index) => {
    const number = index + 2;
    const value = parsed(line);
    if (exceededBound(value, ROW_BOUNDS) !== null) {
      throw unreadable(say('error.storage.backup.lineTooDeep', { line: number }), null);
    }
    const read = lineSchema.safeParse(value);
    if (!read.success) throw noRow(number, z.prettifyError(read.error));
    return { ...read.data, number };
  });
  if (!end.success && rows.at(-1)?.table !== BACKUP_TABLES.at(-1)) {
    throw unreadable('error.storage.backup.incomplete', null);
  }
  return { version: own, rows };
}

/** Upgrades rows by storing them in a database of their own version, which is then opened in the current version. */
async function upgradedRows({ version, rows }: ReadLines): Promise<ReadRow[]> {
  await Dexie.delete(UPGRADE_DATABASE);
  const earlier = new Dexie(UPGRADE_DATABASE);
  declareVersions(earlier, SCHEMA_VERSIONS.slice(0, version));
  const db = new StewardDatabase(UPGRADE_DATABASE);
  try {
    return await stored(async () => {
      await earlier.open();
      for (const name of new Set(rows.map(({ table }) => table))) {
        const given = rows.filter(({ table }) => table === name);
        await earlier.table(name).bulkAdd(given.map(({ row }) => row));
      }
      earlier.close();
      return readLines((await writeBackup(db, 0)).join(''), db.verno).rows;
    });
  } catch (error) {
    if (hasCode(error, 'storage-full')) throw error;
    const details = isStewardError(error) ? error.details : String(error);
    throw unreadable(say('error.storage.backup.notUpgraded', { version }), details);
  } finally {
    earlier.close();
    db.close();
    await Dexie.delete(UPGRADE_DATABASE);
  }
}

function checkedRows(rows: readonly ReadRow[]): BackupRows {
  const tables = new Map<BackupTable, BackupRow[]>(BACKUP_TABLES.map((table) => [table, []]));
  const known = new Set<string>();
  for (const read of rows) {
    const { row, number } = read;
    const table = BACKUP_TABLES.find((name) => name === read.table);
    if (table === undefined) throw noRow(number, null);
    const checked = BACKUP_ROWS[table].safeParse(row);
    const name = rowName(table, row);
    if (!checked.success) {
      const details = z.prettifyError(checked.error).slice(0, 2_000);
      const field = refusedField(checked.error, 0);
      throw unreadable(say('error.storage.backup.fieldRefused', { line: number, row: name, field }), details);
    }
    for (const key of ROW_KEYS[table]) {
      const place = `${key.join()} ${table} ${JSON.stringify(valuesOf(row, key))}`;
      if (known.has(place)) {
        throw unreadable(
          say('error.storage.backup.repeated', { line: number, row: name, fields: key }),
          null,
        );
      }
      known.add(place);
    }
    tables.get(table)?.push(unpacked(table, checked.data));
  }
  // Each row was parsed by the schema of its table.
  return Object.fromEntries(tables) as unknown as BackupRows;
}

function rowName(table: BackupTable, row: BackupRow): string {
  const [key = []] = ROW_KEYS[table];
  return `${table} ${JSON.stringify(valuesOf(row, key).join(' ')).slice(0, 200)}`;
}

function valuesOf(row: BackupRow, key: readonly string[]): unknown[] {
  return key.map((field) => (Object.hasOwn(row, field) ? row[field] : null));
}

/** Decodes a packed checkpoint. Large checkpoints are stored as bytes, which JSON cannot contain. */
function unpacked(table: BackupTable, stored: BackupRow): BackupRow {
  const read = z.strictObject({ kind: z.literal('packed'), base64: z.base64() }).safeParse(stored.content);
  if (table !== 'checkpoints' || !read.success) return stored;
  const deflated = Uint8Array.from(atob(read.data.base64), (character) => character.charCodeAt(0));
  return { ...stored, content: { kind: 'packed', deflated } };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // No schema accepts undefined, so the line is reported with its number.
    return undefined;
  }
}

function noRow(number: number, details: string | null): StewardError {
  return unreadable(say('error.storage.backup.noRow', { line: number }), details);
}

function unreadable(message: TextKey | SaidText, details: string | null): StewardError {
  return textError('invalid-message', message, { remedy: 'error.storage.backup.remedy', details });
}
