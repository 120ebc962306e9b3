export interface LogBounds {
  entries: number;
  /** UTF-16 units of all entries together. */
  characters: number;
  /** Maximum age; older entries are deleted when the log is trimmed. */
  ageMs: number;
}

/** The fields of a stored entry that decide whether it is deleted. */
export type LogKey = readonly [id: number, atMs: number, size: number];

/** Trims to this fraction of a bound, so that not every write trims again. */
const SHARE_KEPT = 0.9;

/**
 * Index in `keys` (oldest first) of the first entry to keep. Entries that are too old are always deleted; a
 * log that exceeds a bound is cut to nine tenths of it.
 */
export function firstKept(keys: readonly LogKey[], bounds: LogBounds, nowMs: number): number {
  const oldestMs = nowMs - bounds.ageMs;
  const youngEnough = keys.findIndex(([, atMs]) => atMs >= oldestMs);
  const start = youngEnough === -1 ? keys.length : youngEnough;
  const characters = keys.slice(start).reduce((sum, [, , size]) => sum + size, 0);
  if (keys.length - start <= bounds.entries && characters <= bounds.characters) return start;
  const maxEntries = Math.floor(bounds.entries * SHARE_KEPT);
  const maxCharacters = Math.floor(bounds.characters * SHARE_KEPT);
  let first = keys.length;
  let keptCharacters = 0;
  for (const [, , size] of keys.slice(start).reverse()) {
    if (keys.length - first === maxEntries || keptCharacters + size > maxCharacters) break;
    keptCharacters += size;
    first -= 1;
  }
  return first;
}
