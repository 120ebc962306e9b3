import { afterEach } from 'vitest';
import type { AuditEntry } from '@/src/schema/audit';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { auditRecord, chainOf, headOf } from '../core/policy/new-audit-entry';

/** Another connection to the database of the queries, which is emptied after each test of the calling file. */
export function openWriter(): StewardDatabase {
  const writer = createDatabase(DATABASE_NAME);
  afterEach(async () => {
    await Promise.all(writer.tables.map((table) => table.clear()));
  });
  return writer;
}

/** Stores an audit of `length` entries, and its head. */
export async function storeAudit(
  db: StewardDatabase,
  length: number,
  origin: string,
  subjectOf: (number: number) => string = String,
): Promise<AuditEntry[]> {
  const entries = chainOf(
    Array.from({ length }, (_, index) =>
      auditRecord({ id: `${origin} ${index}`, origin, subject: subjectOf(index + 1) }),
    ),
  );
  await db.audit.bulkAdd(entries);
  await db.auditHeads.put({ ...headOf(entries), origin });
  return entries;
}
