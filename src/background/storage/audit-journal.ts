import { sealEntry } from '@/src/core/audit/audit-chain';
import type { NewAuditEntry } from '@/src/core/records/audit-entry';
import type { StewardDatabase } from '@/src/store/db';

/**
 * Chains a record to its site's journal and notes the new head: the only place that writes to either. Within a caller's
 * transaction, which must be read-write and have both tables, it is part of that; transactions run one at a time, so a
 * chain never forks.
 */
export async function appendAudit(db: StewardDatabase, record: NewAuditEntry): Promise<void> {
  await db.transaction('rw', [db.audit, db.auditHeads], async () => {
    const { origin } = record;
    const head = await db.auditHeads.get(origin);
    const last = await db.audit
      .where('[origin+sequence]')
      .between([origin, -Infinity], [origin, Infinity])
      .last();
    // Where the head was tampered with, the new entry takes a free place and is bound to what Steward itself wrote last:
    // the journal goes on, and the break stays to be seen.
    const sequence = Math.max(head?.sequence ?? 0, last?.sequence ?? 0);
    const entry = sealEntry({ sequence, hash: head?.hash ?? null }, record);
    await db.audit.add(entry);
    await db.auditHeads.put({ origin, sequence: entry.sequence, hash: entry.hash });
  });
}
