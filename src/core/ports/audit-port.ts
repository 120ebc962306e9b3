import type { NewAuditEntry } from '@/src/schema/audit';

/** The audit of each site. */
export interface AuditPort {
  /** Appends an entry about something other than a tool call to its site's audit chain. */
  addAudit(entry: NewAuditEntry): Promise<void>;
}
