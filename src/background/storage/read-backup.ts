import { z } from 'zod';
import { StewardError } from '@/src/core/errors';
import { hashTexts } from '@/src/core/hash';
import { exceededBound } from '@/src/core/json-bounds';
import { BACKUP_FORMAT, BACKUP_TABLES, type BackupRow, type BackupTable } from '@/src/store/backup';
import { BACKUP_ROWS, ROW_KEYS } from './backup-rows';
import { refusedField } from './refused-field';

/** Bounds of one row. A page's state may be nested to 64 levels, within the objects that contain it. */
const ROW_BOUNDS = { levels: 100, length: 200_000_000 };

const headerSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** The version of the database that the rows are from. */
  version: z.int(),
  createdAtMs: z.number(),
});
const endSchema = z.strictObject({ hash: z.string() });
const lineSchema = z.strictObject({ table: z.enum(BACKUP_TABLES), row: z.looseObject({}) });

/**
 * Reads a backup, and checks each value of each row. Throws `invalid-message` with the table, the row and the field if one isn't as
 * it should be or a row is repeated, if the file is incomplete, and if the version is another.
 */
export function readBackup(text: string, version: number): Map<BackupTable, BackupRow[]> {
  const all = text.split('\n').filter((line) => line !== '');
  const [first = '', ...lines] = all;
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw unreadable('its first line isn’t that of a backup', null);
  if (header.data.version !== version) {
    throw unreadable(
      `it is from version ${header.data.version} of the database, and this is ${version}`,
      null,
    );
  }
  const end = endSchema.safeParse(parsed(String(lines.pop())));
  if (!end.success) throw unreadable('it is incomplete, since its last line is missing', null);
  if (end.data.hash !== hashTexts(all.slice(0, -1).map((line) => `${line}\n`))) {
    throw unreadable('it is not as it was saved', null);
  }
  const tables = new Map<BackupTable, BackupRow[]>(BACKUP_TABLES.map((table) => [table, []]));
  const known = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    const value = parsed(line);
    if (exceededBound(value, ROW_BOUNDS) !== null) {
      throw unreadable(`line ${number} is nested too deeply`, null);
    }
    const read = lineSchema.safeParse(value);
    if (!read.success) throw unreadable(`line ${number} isn’t a row of it`, z.prettifyError(read.error));
    const { table, row } = read.data;
    const checked = BACKUP_ROWS[table].safeParse(row);
    if (!checked.success) throw refusedRow({ table, row, number }, checked.error);
    for (const key of ROW_KEYS[table]) {
      const name = `${table} ${JSON.stringify(valuesOf(row, key))}`;
      if (known.has(`${key.join()} ${name}`)) {
        throw unreadable(
          `${rowName({ table, row, number })} repeats the ${key.join(' and ')} of another`,
          null,
        );
      }
      known.add(`${key.join()} ${name}`);
    }
    tables.get(table)?.push(unpacked(table, checked.data));
  }
  return tables;
}

interface ReadRow {
  table: BackupTable;
  row: BackupRow;
  /** Of its line. */
  number: number;
}

function refusedRow(read: ReadRow, error: z.ZodError): StewardError {
  const why = `${rowName(read)} can’t be used because ${refusedField(error, 0)}`;
  return unreadable(why, z.prettifyError(error).slice(0, 2_000));
}

function rowName({ table, row, number }: ReadRow): string {
  const [key = []] = ROW_KEYS[table];
  return `the row ${JSON.stringify(valuesOf(row, key).join(' ')).slice(0, 200)} of ${table} (line ${number})`;
}

function valuesOf(row: BackupRow, key: readonly string[]): unknown[] {
  return key.map((field) => (Object.hasOwn(row, field) ? row[field] : null));
}

/** Large checkpoints are stored as bytes, which JSON has not. */
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

function unreadable(why: string, details: string | null): StewardError {
  return new StewardError('invalid-message', `This file can’t be restored: ${why}.`, {
    remedy: 'Choose a backup that this version of Steward saved. Nothing was changed.',
    details,
  });
}
