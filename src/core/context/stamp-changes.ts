import { canonicalJson } from '../hash';
import type { Change } from '../records/change';

/**
 * What changed between the last message and now, each entry with the time at which it was first seen, oldest first.
 * `changes` is the difference as it is now, so what was done and undone meanwhile isn't in it; `seen` are the entries
 * of earlier looks.
 */
export function stampChanges(changes: readonly Change[], seen: readonly Change[]): Change[] {
  const firstSeen = new Map(seen.map((change) => [keyOf(change), change.timestamp]));
  return changes
    .map((change) => ({ ...change, timestamp: firstSeen.get(keyOf(change)) ?? change.timestamp }))
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
}

function keyOf({ timestamp: _when, ...what }: Change): string {
  return canonicalJson(what);
}
