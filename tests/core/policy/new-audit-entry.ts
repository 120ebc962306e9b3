import { emptyHead, sealEntry } from '@/src/core/audit/audit-chain';
import type { AuditEntry, AuditHead, NewAuditEntry } from '@/src/schema/audit';

export const SITE = 'http://127.0.0.1:8787';

/** The entry for a call that the policy allowed, apart from `fields`. */
export function auditRecord(fields: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    id: 'a',
    atMs: 1_000,
    origin: SITE,
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    executionId: 'e',
    action: 'call',
    subject: 'add_ignore_rule',
    proposed: '{"pattern":"*-preview"}',
    decision: 'allowed',
    note: '',
    ran: '{"pattern":"*-preview"}',
    success: true,
    errorCode: null,
    stateHashBefore: 'before',
    stateHashAfter: 'after',
    savedBefore: null,
    ...fields,
  };
}

/** The audit chain of these entries. */
export function chainOf(records: readonly NewAuditEntry[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (const record of records) entries.push(sealEntry(entries.at(-1) ?? null, record));
  return entries;
}

/** The stored head for a chain of these entries. */
export function headOf(entries: readonly AuditEntry[]): AuditHead {
  const last = entries.at(-1);
  return last === undefined
    ? emptyHead(SITE)
    : { origin: last.origin, sequence: last.sequence, hash: last.hash };
}
