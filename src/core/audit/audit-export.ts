import type { AuditEntry } from '@/src/schema/audit';
import { fileStamp } from '../logging/file-names';

/**
 * Entries as JSON Lines, each line with a line break. A line contains the whole stored entry, so that other programs can
 * verify the chain.
 */
export function auditLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** The name of an exported file, e.g. `steward-audit_127.0.0.1-8787_20251120T143215Z.csv`. */
export function auditFileName(origin: string, atMs: number, extension: 'jsonl' | 'csv'): string {
  const site = origin.replace(/^[a-z-]+:\/\//, '').replace(/[^\w.-]+/g, '-');
  return `steward-audit_${site}_${fileStamp(atMs)}.${extension}`;
}
