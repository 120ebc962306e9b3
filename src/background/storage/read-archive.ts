import Dexie from 'dexie';
import { z } from 'zod';
import { hasCode, isStewardError, type StewardError, textError } from '@/src/core/errors';
import { hashTexts } from '@/src/core/hash';
import { CHAT_FORMAT, SETTINGS_FORMAT } from '@/src/schema/values/file-formats';
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
import { VERSIONS } from '@/src/store/db';
import { createDatabase, declareVersions } from '@/src/store/upgrades';
import { BACKUP_ROWS, type BackupRows, ENTERED_ROWS } from './backup-rows';
import { stored } from './storage-error';

/** Kinds of files that contain rows of the database. Their content is untrusted, since anybody can have written it. */
export const FILES = {
  backup: {
    format: BACKUP_FORMAT,
    isOther: 'error.storage.backup.isOther',
    remedy: 'error.storage.backup.remedy',
  },
  chatFile: {
    format: CHAT_FORMAT,
    isOther: 'error.storage.chatFile.isOther',
    remedy: 'error.storage.chatFile.remedy',
  },
  settingsFile: {
    format: SETTINGS_FORMAT,
    isOther: 'error.storage.settingsFile.isOther',
    remedy: 'error.storage.settingsFile.remedy',
  },
} as const;

export type FileKind = keyof typeof FILES;

/** An unchecked row of a file. */
export interface FileRow {
  table: string;
  row: BackupRow;
}

/**
 * Limits of the JSON in a file. A page's state has up to 64 levels, within the objects that contain it. The length has no limit,
 * so that every export can be read.
 */
const BOUNDS = { levels: 100, length: Number.POSITIVE_INFINITY };

const headerSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** Version of the database from which the rows are. */
  version: z.int(),
  createdAtMs: z.number(),
});
const endSchema = z.strictObject({ hash: z.string() });
const lineSchema = z.strictObject({ table: z.string(), row: z.looseObject({}) });

/** Version of the database that this build uses. */
const present = VERSIONS.length;

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
export async function readBackup(text: string): Promise<BackupRows> {
  const { version, rows } = rowsOfBackup(text);
  return checkedRows('backup', version === present ? rows : await upgradedRows(version, [...rows]));
}

/** The rows of a complete backup of this or an earlier version. Each line is parsed when its row is taken. */
function rowsOfBackup(text: string): { version: number; rows: Iterable<FileRow> } {
  const all = text.split('\n').filter((line) => line !== '');
  const [first = '', ...lines] = all;
  const header = headerSchema.safeParse(parsedJson('backup', first, 'error.storage.backup.isOther'));
  if (!header.success) throw refused('backup', 'error.storage.backup.isOther', null);
  const { version } = header.data;
  if (version > present || version < 1) {
    throw refused('backup', say('error.storage.backup.newer', { backup: version, present }), null);
  }
  const incomplete = 'error.storage.backup.incomplete';
  // A file that consists of its header has no last line.
  const end = endSchema.safeParse(parsedJson('backup', lines.at(-1) ?? '{}', incomplete));
  if (end.success) lines.pop();
  else if (version >= FIRST_WITH_HASH) throw refused('backup', incomplete, null);
  if (end.success && end.data.hash !== hashTexts(all.slice(0, -1).map((line) => `${line}\n`))) {
    throw refused('backup', 'error.storage.backup.changed', null);
  }

  function* rows() {
    let last: string | undefined;
    for (const [index, line] of lines.entries()) {
      const noRow = say('error.storage.file.noRow', { line: index + 2 });
      const read = lineSchema.safeParse(parsedJson('backup', line, noRow));
      if (!read.success) throw refused('backup', noRow, z.prettifyError(read.error));
      last = read.data.table;
      yield read.data;
    }
    if (!end.success && last !== BACKUP_TABLES.at(-1)) throw refused('backup', incomplete, null);
  }

  return { version, rows: rows() };
}

/** Upgrades rows by storing them in a database of their own version, which is then opened in the current version. */
async function upgradedRows(version: number, rows: readonly FileRow[]): Promise<Iterable<FileRow>> {
  const db = createDatabase(UPGRADE_DATABASE);
  await Dexie.delete(UPGRADE_DATABASE);
  const earlier = new Dexie(UPGRADE_DATABASE);
  declareVersions(earlier, version);
  try {
    return await stored(async () => {
      await earlier.open();
      for (const name of new Set(rows.map(({ table }) => table))) {
        const given = rows.filter(({ table }) => table === name);
        await earlier.table(name).bulkAdd(given.map(({ row }) => row));
      }
      earlier.close();
      return rowsOfBackup((await writeBackup(db, 0)).join('')).rows;
    });
  } catch (error) {
    if (hasCode(error, 'storage-full')) throw error;
    const details = isStewardError(error) ? error.details : String(error);
    throw refused('backup', say('error.storage.backup.notUpgraded', { version }), details);
  } finally {
    earlier.close();
    db.close();
    await Dexie.delete(UPGRADE_DATABASE);
  }
}

/**
 * Checks each value of each row. Throws `invalid-message` if a value is invalid or a unique key is repeated, naming table, row and
 * field.
 */
export function checkedRows(kind: FileKind, rows: Iterable<FileRow>): BackupRows {
  const schemas: Record<BackupTable, z.ZodType<BackupRow>> = kind === 'settingsFile'
    ? ENTERED_ROWS
    : BACKUP_ROWS;
  const db = createDatabase(UPGRADE_DATABASE);
  const tables = new Map<BackupTable, BackupRow[]>(BACKUP_TABLES.map((table) => [table, []]));
  const keysRead = new Set<string>();
  // The first line of a backup is its header.
  let line = kind === 'backup' ? 1 : 0;
  for (const { table: name, row: read } of rows) {
    line += 1;
    const table = BACKUP_TABLES.find((one) => one === name);
    if (table === undefined) throw refused(kind, say('error.storage.file.noRow', { line }), null);
    const { primKey, indexes } = db.table(table).schema;
    const keys = [primKey, ...indexes.filter(({ unique }) => unique)].map(({ keyPath }) => {
      // A table without a key path has no key in its rows.
      const fields = [keyPath ?? []].flat();
      return { fields, values: fields.map((field) => (Object.hasOwn(read, field) ? read[field] : null)) };
    });
    /** The row's name in an error. */
    const row = () => {
      // A value of a damaged key can be an object, of which `join` can't make a text.
      const words = keys[0]?.values.map((value) =>
        typeof value === 'object' ? JSON.stringify(value) : value,
      );
      return `${table} ${JSON.stringify(words?.join(' ')).slice(0, 200)}`;
    };
    const checked = parsedBy(kind, schemas[table], read, (field) =>
      say('error.storage.file.rowRefused', { line, row: row(), field }),
    );
    for (const { fields, values } of keys) {
      const place = JSON.stringify([table, fields, values]);
      if (keysRead.has(place)) {
        throw refused(kind, say('error.storage.file.repeated', { line, row: row(), fields }), null);
      }
      keysRead.add(place);
    }
    tables.get(table)?.push(checked);
  }
  // Each row was parsed by the schema of its table.
  return Object.fromEntries(tables) as unknown as BackupRows;
}

/**
 * Parses a value. If the schema rejects it, throws `invalid-message` with the text that `message` returns for the first rejected
 * field.
 */
export function parsedBy<Schema extends z.ZodType>(
  kind: FileKind,
  schema: Schema,
  value: unknown,
  message: (field: string) => SaidText,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...(issue?.path ?? []), ...unknown].join('.');
  throw refused(kind, message(field), z.prettifyError(error).slice(0, 2_000));
}

/**
 * Parses JSON. Throws `invalid-message`: with `message` if the text isn't JSON, with another message if it is nested too deeply.
 */
export function parsedJson(kind: FileKind, text: string, message: TextKey | SaidText): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refused(kind, message, String(cause));
  }
  if (exceededBound(value, BOUNDS) === null) return value;
  throw refused(kind, 'error.storage.file.tooDeep', null);
}

/** Creates the error about a file that can't be used. `details` are for the log. */
export function refused(kind: FileKind, message: TextKey | SaidText, details: string | null): StewardError {
  return textError('invalid-message', message, { remedy: FILES[kind].remedy, details });
}
