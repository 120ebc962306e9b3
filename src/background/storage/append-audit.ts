import { sealEntry } from '@/src/core/audit/audit-chain';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { StewardDatabase } from '@/src/store/db';

/**
 * Appends an entry to its site's audit and updates the head. No other code writes to these tables. Joins the caller's
 * transaction, which must be read-write and include both tables. Transactions are serialized, so a chain never forks.
 */
export async function appendAudit(db: StewardDatabase, record: NewAuditEntry): Promise<void> {
  await db.transaction('rw', [db.audit, db.auditHeads], async () => {
    const { origin } = record;
    const head = await db.auditHeads.get(origin);
    const last = await db.audit
      .where('[origin+sequence]')
      .between([origin, -Infinity], [origin, Infinity])
      .last();
    // If the head was manipulated, the new entry gets a free number and is chained to the last hash that Steward wrote:
    // the audit continues, and the break stays detectable.
    const sequence = Math.max(head?.sequence ?? 0, last?.sequence ?? 0);
    const entry = sealEntry({ sequence, hash: head?.hash ?? null }, record);
    await db.audit.add(entry);
    await db.auditHeads.put({ origin, sequence: entry.sequence, hash: entry.hash });
  });
}
