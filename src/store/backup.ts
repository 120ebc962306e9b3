import { z } from 'zod';
import { StewardError } from '@/src/core/errors';
import type { StewardDatabase } from './db';

/** Marks a file as a backup of Steward. */
const FORMAT = 'steward-backup';

/**
 * The tables of a backup. Not in it: keys and header values, so that a file never contains one; leases and restores, which
 * concern pages as they are now; and what the endpoints say again when asked.
 */
const BACKUP_TABLES = [
  'chats',
  'messages',
  'runs',
  'executions',
  'approvals',
  'checkpoints',
  'usage',
  'connections',
  'composerTexts',
  'sites',
  'contexts',
  'audit',
  'auditHeads',
  'pages',
  'pageSteps',
  'sentRequests',
  'requestParts',
  'payloads',
  'logs',
] as const satisfies readonly (keyof StewardDatabase)[];

export type BackupTable = (typeof BACKUP_TABLES)[number];

/** A row of a backup, as it is stored. */
export type BackupRow = Record<string, unknown>;

const id = z.string().min(1);
const row = (shape: z.ZodRawShape) => z.looseObject(shape);

/** The fields of each table on which the others, and reading it, depend. */
const ROWS: Readonly<Record<BackupTable, z.ZodType<BackupRow>>> = {
  chats: row({ id, title: z.string(), settings: z.looseObject({}), pendingEvents: z.array(z.unknown()) }),
  messages: row({ id, chatId: id, role: z.string(), position: z.number(), discardedBy: id.nullable() }),
  runs: row({ id, chatId: id, openingMessageId: id, status: z.looseObject({ state: z.string() }) }),
  executions: row({ id, chatId: id, messageId: id, index: z.number(), state: z.string() }),
  approvals: row({ id, chatId: id, messageId: id, state: z.string(), createdAtMs: z.number() }),
  checkpoints: row({
    id,
    chatId: id,
    sequence: z.number(),
    stateHash: z.string(),
    content: z.looseObject({}),
  }),
  usage: row({ id, chatId: id, position: z.number(), atMs: z.number() }),
  connections: row({ id, label: z.string(), baseUrl: z.string(), createdAtMs: z.number() }),
  composerTexts: row({ chatId: id, text: z.string() }),
  sites: row({ origin: z.url(), addedAtMs: z.number(), isOn: z.boolean() }),
  contexts: row({
    chatId: id,
    at: z.looseObject({}),
    seen: z.array(z.unknown()),
    carried: z.array(z.unknown()),
  }),
  audit: row({ id, origin: z.string(), sequence: z.number(), hash: z.string() }),
  auditHeads: row({ origin: z.string(), sequence: z.number(), hash: z.string() }),
  pages: row({ page: z.string() }),
  pageSteps: row({ page: z.string(), sequence: z.number() }),
  sentRequests: row({ id, chatId: id, atMs: z.number() }),
  requestParts: row({ chatId: id, hash: z.string() }),
  payloads: row({ id: z.number(), chatId: id, direction: z.enum(['sent', 'received']) }),
  logs: row({ id: z.number(), level: z.string(), message: z.string() }),
};

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the database that the rows are from. */
  version: z.number().int(),
  createdAtMs: z.number(),
});
const lineSchema = z.strictObject({ table: z.enum(BACKUP_TABLES), row: z.looseObject({}) });

/** The whole database as JSON Lines: a header, then one line for each row. Keys are not in it. */
export async function writeBackup(db: StewardDatabase, nowMs: number): Promise<string[]> {
  const header = { format: FORMAT, version: db.verno, createdAtMs: nowMs };
  const lines = [JSON.stringify(header)];
  await db.transaction(
    'r',
    BACKUP_TABLES.map((table) => db[table]),
    async () => {
      for (const table of BACKUP_TABLES) {
        await db[table].each((stored: object) => {
          lines.push(JSON.stringify({ table, row: packed(table, stored as BackupRow) }));
        });
      }
    },
  );
  return lines.map((line) => `${line}\n`);
}

/** Reads a backup. Throws `invalid-message` with the line if a row is not as it should be, or the version is another. */
export function readBackup(text: string, version: number): Map<BackupTable, BackupRow[]> {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw unreadable('its first line isn’t that of a backup');
  if (header.data.version !== version) {
    throw unreadable(`it is from version ${header.data.version} of the database, and this is ${version}`);
  }
  const tables = new Map<BackupTable, BackupRow[]>(BACKUP_TABLES.map((table) => [table, []]));
  for (const [index, line] of lines.entries()) {
    const read = lineSchema.safeParse(parsed(line));
    const checked = read.success ? ROWS[read.data.table].safeParse(read.data.row) : null;
    if (!read.success || checked?.success !== true) throw unreadable(`line ${index + 2} isn’t a row of it`);
    tables.get(read.data.table)?.push(unpacked(read.data.table, checked.data));
  }
  return tables;
}

/** Large checkpoints are stored as bytes, which JSON has not. */
function packed(table: BackupTable, stored: BackupRow): BackupRow {
  const { content } = stored;
  if (table === 'connections') return { ...stored, hasKey: false, headerNames: [] };
  if (table !== 'checkpoints' || !isPacked(content)) return stored;
  const base64 = btoa(Array.from(content.deflated, (byte) => String.fromCharCode(byte)).join(''));
  return { ...stored, content: { kind: 'packed', base64 } };
}

function unpacked(table: BackupTable, stored: BackupRow): BackupRow {
  const read = z.strictObject({ kind: z.literal('packed'), base64: z.base64() }).safeParse(stored.content);
  if (table !== 'checkpoints' || !read.success) return stored;
  const deflated = Uint8Array.from(atob(read.data.base64), (character) => character.charCodeAt(0));
  return { ...stored, content: { kind: 'packed', deflated } };
}

function isPacked(content: unknown): content is { deflated: Uint8Array } {
  return (
    typeof content === 'object' &&
    content !== null &&
    'deflated' in content &&
    content.deflated instanceof Uint8Array
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // No schema accepts undefined, so the line is reported with its number.
    return undefined;
  }
}

function unreadable(why: string): StewardError {
  return new StewardError('invalid-message', `This file can’t be restored: ${why}.`, {
    remedy: 'Choose a backup that this version of Steward saved. Nothing was changed.',
  });
}
