import type { AuditEntry } from '@/src/schema/audit';

/** A filter for a site's audit entries. Null fields and an empty text match all entries. */
export interface AuditFilter {
  /** Searched in an entry's subject, arguments, overwritten saved state, note and error code; case-insensitive. */
  text: string;
  decision: AuditEntry['decision'] | null;
  action: AuditEntry['action'] | null;
  /** Matches entries written at or after this time. */
  sinceMs: number | null;
  chatId: string | null;
}

export function auditMatches(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    (filter.decision === null || entry.decision === filter.decision) &&
    (filter.action === null || entry.action === filter.action) &&
    (filter.chatId === null || entry.chatId === filter.chatId) &&
    (filter.sinceMs === null || entry.atMs >= filter.sinceMs) &&
    containsText(entry, filter.text.trim().toLowerCase())
  );
}

/** True if the filter matches every entry. */
export function isUnfiltered({ text, ...others }: AuditFilter): boolean {
  return text.trim() === '' && Object.values(others).every((value) => value === null);
}

function containsText(
  { subject, proposed, ran, savedBefore, note, errorCode }: AuditEntry,
  text: string,
): boolean {
  return [subject, proposed, ran ?? '', savedBefore ?? '', note, errorCode ?? ''].some((field) =>
    field.toLowerCase().includes(text),
  );
}
