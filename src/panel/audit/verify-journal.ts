import {
  type ChainLink,
  type ChainPart,
  type ChainVerdict,
  verifyEnd,
  verifyPart,
} from '@/src/core/audit/audit-chain';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import { auditJournals } from '@/src/store/queries';
import { fromJournal } from './use-journal-query';

/** Entries read in one go. */
const READ_AT_ONCE = 200;

/** How long the panel may be kept from answering a click. */
const HELD_MS = 16;

/**
 * Recomputes a site's chain from what is stored now, and says where it breaks. Works in slices, so that the panel goes
 * on answering. Rejects with the signal's reason when it aborts, with `storage` if the database can't be read.
 *
 * @param onProgress how many entries were found to hold so far
 */
export async function verifyJournal(
  origin: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress(verified: number): void },
): Promise<ChainVerdict> {
  let last: ChainLink | null = null;
  for (;;) {
    const { entries, head } = await fromJournal(() =>
      auditJournals.part(origin, last?.sequence ?? -Infinity, READ_AT_ONCE),
    );
    const part = await verifySlices(entries, { origin, after: last, signal });
    if (part.kind === 'broken') return part;
    last = part.last;
    if (head !== null) return verifyEnd(last, head);
    onProgress(last?.sequence ?? 0);
  }
}

/** Entry by entry, since a single one may be long; lets go after a while. */
async function verifySlices(
  entries: readonly AuditEntry[],
  { origin, after, signal }: { origin: string; after: ChainLink | null; signal: AbortSignal },
): Promise<ChainPart> {
  let last = after;
  let heldSinceMs = performance.now();
  for (const entry of entries) {
    const part = verifyPart([entry], { origin, after: last });
    if (part.kind === 'broken') return part;
    last = part.last;
    if (performance.now() - heldSinceMs < HELD_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    heldSinceMs = performance.now();
  }
  signal.throwIfAborted();
  return { kind: 'intact', last };
}
