import { fileStamp } from '../logging/file-stamp';
import type { AuditEntry } from '../records/audit-entry';

/**
 * Entries as JSON Lines: one object a line, each line ended. A line is the whole entry as it is kept, so that others
 * can verify the chain as well.
 */
export function auditLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** An exported file's name, e.g. `steward-audit_127.0.0.1-8787_20251120T143215Z.csv`. */
export function auditFileName(origin: string, atMs: number, extension: 'jsonl' | 'csv'): string {
  const site = origin.replace(/^[a-z-]+:\/\//, '').replace(/[^\w.-]+/g, '-');
  return `steward-audit_${site}_${fileStamp(atMs)}.${extension}`;
}
