import { hashJson } from '../hash';
import type { AuditEntry, NewAuditEntry } from '../records/audit-entry';

/** The newest entry of a site's journal as Steward noted it when it wrote it, apart from the entries. */
export interface AuditHead {
  /** `scheme://host:port`. */
  origin: string;
  /** 0 before the first entry. */
  sequence: number;
  /** Null before the first entry. */
  hash: string | null;
}

/** How far a chain was looked through: the last entry that holds. */
export interface ChainLink {
  sequence: number;
  hash: string;
  /** When its first and its last entry were written. */
  fromMs: number;
  toMs: number;
}

/**
 * How a chain is broken at a place.
 *
 * - `altered`: the entry isn't what it was when it was sealed.
 * - `missing`: there is no entry at this place.
 * - `moved`: the entry of this place stands further behind.
 * - `inserted`: there is an entry too many: a second one for this place, one of another site, or one behind the noted
 *   head.
 * - `unlinked`: the entry doesn't follow from the one before it; one of the two was exchanged.
 * - `cut`: entries from this place on are gone.
 * - `replaced`: the last entry isn't the one that Steward noted: the end of the chain was written anew.
 */
export type ChainDefect = 'altered' | 'missing' | 'moved' | 'inserted' | 'unlinked' | 'cut' | 'replaced';

/** A break, with its place in the chain: 1, 2, 3 … */
export interface ChainBreak {
  kind: 'broken';
  sequence: number;
  why: ChainDefect;
}

/** What a look through a chain came to; `from` and `to` (when its ends were written) are null for an empty one. */
export type ChainVerdict =
  | { kind: 'intact'; count: number; fromMs: number | null; toMs: number | null }
  | ChainBreak;

/** What a look through a part of a chain came to; `last` is null where nothing was looked through yet. */
export type ChainPart = { kind: 'intact'; last: ChainLink | null } | ChainBreak;

/** The head of a journal without entries. */
export function emptyHead(origin: string): AuditHead {
  return { origin, sequence: 0, hash: null };
}

/** Binds a record to the entry before it, or to its head; null begins a chain. */
export function sealEntry(
  previous: Pick<AuditHead, 'sequence' | 'hash'> | null,
  record: NewAuditEntry,
): AuditEntry {
  const unsealed = {
    ...record,
    sequence: (previous?.sequence ?? 0) + 1,
    previousHash: previous?.hash ?? null,
  };
  return { ...unsealed, hash: hashJson(unsealed) };
}

/**
 * Recomputes a site's whole chain, and compares its end with the head. Says the first place where it breaks.
 *
 * @param entries in the order in which they are kept
 */
export function verifyChain(entries: readonly AuditEntry[], head: AuditHead): ChainVerdict {
  const part = verifyPart(entries, { origin: head.origin, after: null });
  return part.kind === 'broken' ? part : verifyEnd(part.last, head);
}

/** Recomputes a part of a chain, from the link `after` on (null: from its beginning). For chains too long for one go. */
export function verifyPart(
  entries: readonly AuditEntry[],
  { origin, after }: { origin: string; after: ChainLink | null },
): ChainPart {
  let last = after;
  for (const [index, entry] of entries.entries()) {
    const found = breakAt(entry, { origin, last, rest: () => entries.slice(index + 1) });
    if (found !== null) return found;
    last = {
      sequence: entry.sequence,
      hash: entry.hash,
      fromMs: last?.fromMs ?? entry.atMs,
      toMs: entry.atMs,
    };
  }
  return { kind: 'intact', last };
}

/** Compares the last link of a chain that holds in itself (null: there is none) with the head. */
export function verifyEnd(last: ChainLink | null, head: AuditHead): ChainVerdict {
  const count = last?.sequence ?? 0;
  if (count < head.sequence) return { kind: 'broken', sequence: count + 1, why: 'cut' };
  if (count > head.sequence) return { kind: 'broken', sequence: head.sequence + 1, why: 'inserted' };
  if ((last?.hash ?? null) !== head.hash) return { kind: 'broken', sequence: count, why: 'replaced' };
  return { kind: 'intact', count, fromMs: last?.fromMs ?? null, toMs: last?.toMs ?? null };
}

/** Why an entry can't follow the last one; null if it does. */
function breakAt(
  entry: AuditEntry,
  place: { origin: string; last: ChainLink | null; rest: () => readonly AuditEntry[] },
): ChainBreak | null {
  const sequence = (place.last?.sequence ?? 0) + 1;
  const broken = (why: ChainDefect, at = sequence): ChainBreak => ({ kind: 'broken', sequence: at, why });
  if (!isAsSealed(entry)) return broken('altered');
  if (entry.origin !== place.origin) return broken('inserted');
  if (entry.sequence < sequence) return broken('inserted', entry.sequence);
  if (entry.sequence !== sequence) {
    return broken(place.rest().some((later) => later.sequence === sequence) ? 'moved' : 'missing');
  }
  return entry.previousHash === (place.last?.hash ?? null) ? null : broken('unlinked');
}

function isAsSealed({ hash, ...sealed }: AuditEntry): boolean {
  // What is no JSON could stand for something else in the text that is hashed, or have none.
  return Object.values(sealed).every(isJsonScalar) && hash === hashJson(sealed);
}

function isJsonScalar(value: unknown): boolean {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}
