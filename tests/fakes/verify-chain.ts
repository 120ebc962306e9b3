import { type AuditHead, type ChainVerdict, verifyEnd, verifyPart } from '@/src/core/audit/audit-chain';
import type { AuditEntry } from '@/src/core/records/audit-entry';

/** Verifies a whole chain, as the panel does in parts. */
export function verifyChain(entries: readonly AuditEntry[], head: AuditHead): ChainVerdict {
  const part = verifyPart(entries, { origin: head.origin, after: null });
  return part.kind === 'broken' ? part : verifyEnd(part.last, head);
}
