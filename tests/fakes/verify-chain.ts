import { type ChainVerdict, verifyEnd, verifyPart } from '@/src/core/audit/audit-chain';
import type { AuditEntry, AuditHead } from '@/src/schema/audit';

/** Verifies a whole chain, as the panel does in parts. */
export function verifyChain(entries: readonly AuditEntry[], head: AuditHead): ChainVerdict {
  const part = verifyPart(entries, { origin: head.origin, after: null });
  return part.kind === 'broken' ? part : verifyEnd(part.last, head);
}
