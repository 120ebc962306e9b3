import { sha256 } from '@/src/core/sha256';
import type { StewardDatabase } from './db';

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
 * truncated file is detected. Keys are not in it.
 */
export async function writeBackup(db: StewardDatabase, nowMs: number): Promise<string[]> {
  const lines: string[] = [];
  const add = (value: object) => lines.push(`${JSON.stringify(value)}\n`);
  add({ format: BACKUP_FORMAT, version: db.verno, createdAtMs: nowMs });
  await db.transaction(
    'r',
    BACKUP_TABLES.map((table) => db[table]),
    async () => {
      for (const table of BACKUP_TABLES) {
        await db[table].each((stored: object) => {
          add({ table, row: packed(table, stored as BackupRow) });
        });
      }
    },
  );
  add({ hash: sha256(lines) });
  return lines;
}

/** A row as JSON: a packed state, which is stored as bytes, becomes Base64; a connection has neither key nor headers. */
function packed(table: BackupTable, stored: BackupRow): BackupRow {
  const { content } = stored;
  if (table === 'connections') return { ...stored, hasKey: false, headerNames: [] };
  if (table !== 'checkpoints' || !isPacked(content)) return stored;
  const base64 = btoa(Array.from(content.deflated, (byte) => String.fromCharCode(byte)).join(''));
  return { ...stored, content: { kind: 'packed', base64 } };
}

function isPacked(content: unknown): content is { deflated: Uint8Array } {
  return (
    typeof content === 'object' &&
    content !== null &&
    'deflated' in content &&
    content.deflated instanceof Uint8Array
  );
}
