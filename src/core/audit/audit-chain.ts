import type { AuditEntry, AuditHead, NewAuditEntry } from '@/src/schema/audit';
import { hashJson } from '../hash';

/** The last entry of a verified part of a chain. */
export interface ChainLink {
  sequence: number;
  hash: string;
  /** Times of the first and the last entry. */
  fromMs: number;
  toMs: number;
}

/**
 * A defect at one position of a chain.
 *
 * - `altered`: the entry doesn't match its own hash.
 * - `missing`: an entry of a later position follows, and none of this position came before it.
 * - `inserted`: an extra entry: a second one for this position, one of another site, or one after the stored head.
 * - `unlinked`: the entry doesn't contain the hash of the entry before it; one of the two was replaced.
 * - `cut`: the entries from this position on are missing.
 * - `replaced`: the last entry isn't the stored head: the end of the chain was rewritten.
 */
type ChainDefect = 'altered' | 'missing' | 'inserted' | 'unlinked' | 'cut' | 'replaced';

/** A defect with its position in the chain: 1, 2, 3 … */
export interface ChainBreak {
  kind: 'broken';
  sequence: number;
  why: ChainDefect;
}

/** The result of verifying a chain. `fromMs` and `toMs`, the times of its first and last entry, are null for an empty chain. */
export type ChainVerdict =
  | { kind: 'intact'; count: number; fromMs: number | null; toMs: number | null }
  | ChainBreak;

/** The result of verifying a part of a chain; `last` is null if no entry was verified yet. */
export type ChainPart = { kind: 'intact'; last: ChainLink | null } | ChainBreak;

/** The head of a chain without entries. */
export function emptyHead(origin: string): AuditHead {
  return { origin, sequence: 0, hash: null };
}

/** Adds sequence number and hashes to an entry that follows `previous`; null starts a chain. */
export function sealEntry(
  previous: Pick<AuditHead, 'sequence' | 'hash'> | null,
  entry: NewAuditEntry,
): AuditEntry {
  const unsealed = {
    ...entry,
    sequence: (previous?.sequence ?? 0) + 1,
    previousHash: previous?.hash ?? null,
  };
  return { ...unsealed, hash: hashJson(unsealed) };
}

/** Recomputes the part of a chain after the link `after` (null: from the start), so that a long chain can be read in batches. */
export function verifyPart(
  entries: readonly AuditEntry[],
  { origin, after }: { origin: string; after: ChainLink | null },
): ChainPart {
  let last = after;
  for (const entry of entries) {
    const defect = defectAt(entry, { origin, last });
    if (defect !== null) return defect;
    last = {
      sequence: entry.sequence,
      hash: entry.hash,
      fromMs: last?.fromMs ?? entry.atMs,
      toMs: entry.atMs,
    };
  }
  return { kind: 'intact', last };
}

/** Compares the last link of a chain without inner defects (null if it is empty) with the head. */
export function verifyEnd(last: ChainLink | null, head: AuditHead): ChainVerdict {
  const count = last?.sequence ?? 0;
  if (count < head.sequence) return { kind: 'broken', sequence: count + 1, why: 'cut' };
  if (count > head.sequence) return { kind: 'broken', sequence: head.sequence + 1, why: 'inserted' };
  if ((last?.hash ?? null) !== head.hash) return { kind: 'broken', sequence: count, why: 'replaced' };
  return { kind: 'intact', count, fromMs: last?.fromMs ?? null, toMs: last?.toMs ?? null };
}

/** The defect of an entry that can't follow the last one; null if it can. */
function defectAt(entry: AuditEntry, place: { origin: string; last: ChainLink | null }): ChainBreak | null {
  const sequence = (place.last?.sequence ?? 0) + 1;
  const broken = (why: ChainDefect, at: number): ChainBreak => ({ kind: 'broken', sequence: at, why });
  if (!isAsSealed(entry)) return broken('altered', sequence);
  if (entry.origin !== place.origin) return broken('inserted', sequence);
  if (entry.sequence < sequence) return broken('inserted', entry.sequence);
  if (entry.sequence !== sequence) return broken('missing', sequence);
  return entry.previousHash === (place.last?.hash ?? null) ? null : broken('unlinked', sequence);
}

function isAsSealed({ hash, ...sealed }: AuditEntry): boolean {
  // Other values have no unique JSON text, so two different entries could have the same hash.
  return Object.values(sealed).every(isJsonScalar) && hash === hashJson(sealed);
}

function isJsonScalar(value: unknown): boolean {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}
