/** How much the log may hold. */
export interface LogBounds {
  entries: number;
  /** UTF-16 units of all entries together. */
  characters: number;
  /** Older entries go when the log is trimmed. */
  ageMs: number;
}

/** What of a stored entry decides whether it stays. */
export type LogKey = readonly [id: number, atMs: number, size: number];

/** What is left of a log that was too full, so that not every write trims it anew. */
const SHARE_KEPT = 0.9;

/**
 * Where the kept part of the log begins: everything before this place of `keys` (oldest first) goes. What is too old
 * goes in any case; a log that is over one of its bounds is cut back to nine tenths of it.
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
  let kept = 0;
  for (const [, , size] of keys.slice(start).reverse()) {
    if (keys.length - first === maxEntries || kept + size > maxCharacters) break;
    kept += size;
    first -= 1;
  }
  return first;
}
