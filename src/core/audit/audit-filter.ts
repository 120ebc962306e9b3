import type { AuditEntry } from '../records/audit-entry';

/** Which entries of a site's journal are wanted; null and an empty text want all. */
export interface AuditFilter {
  /** Stands in what it was about, what was asked for, what ran, what a commit overwrote, a note or an error's code, in whatever case. */
  text: string;
  decision: AuditEntry['decision'] | null;
  action: AuditEntry['action'] | null;
  /** Written at or after this moment. */
  sinceMs: number | null;
  chatId: string | null;
}

/** Whether an entry is among those wanted. */
export function auditMatches(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    (filter.decision === null || entry.decision === filter.decision) &&
    (filter.action === null || entry.action === filter.action) &&
    (filter.chatId === null || entry.chatId === filter.chatId) &&
    (filter.sinceMs === null || entry.atMs >= filter.sinceMs) &&
    holds(entry, filter.text.trim().toLowerCase())
  );
}

/** Whether a filter wants every entry. */
export function isUnfiltered({ text, ...wanted }: AuditFilter): boolean {
  return text.trim() === '' && Object.values(wanted).every((value) => value === null);
}

function holds(
  { subject, proposed, ran, savedBefore, note, errorCode }: AuditEntry,
  wanted: string,
): boolean {
  return [subject, proposed, ran ?? '', savedBefore ?? '', note, errorCode ?? ''].some((place) =>
    place.toLowerCase().includes(wanted),
  );
}
