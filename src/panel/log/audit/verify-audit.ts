import {
  type ChainLink,
  type ChainPart,
  type ChainVerdict,
  verifyEnd,
  verifyPart,
} from '@/src/core/audit/audit-chain';
import { query } from '@/src/panel/data/stored-data';

/** Number of entries read per query. */
const READ_AT_ONCE = 200;

/** Longest time in milliseconds that verification blocks the panel before it yields to the event loop. */
const MAX_BLOCKING_MS = 16;

/**
 * Recomputes the hash chain of a site's stored audit, and returns the first break, if any. Works in slices, so that the panel stays
 * responsive. Rejects with the signal's reason on abort, and with `storage` if the database can't be read.
 *
 * @param onProgress gets the number of entries verified so far
 */
export async function verifyAudit(
  origin: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress(verified: number): void },
): Promise<ChainVerdict> {
  let last: ChainLink | null = null;
  let blockedSinceMs = performance.now();
  for (;;) {
    const after = last?.sequence ?? -Infinity;
    const { entries, head } = await query(({ audits }) => audits.part(origin, after, READ_AT_ONCE));
    // One entry at a time, since a single one may be long.
    for (const entry of entries) {
      const part: ChainPart = verifyPart([entry], { origin, after: last });
      if (part.kind === 'broken') return part;
      last = part.last;
      if (performance.now() - blockedSinceMs < MAX_BLOCKING_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      blockedSinceMs = performance.now();
    }
    signal.throwIfAborted();
    if (head !== null) return verifyEnd(last, head);
    onProgress(last?.sequence ?? 0);
  }
}
