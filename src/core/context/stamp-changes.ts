import type { Change } from '@/src/schema/change';
import { canonicalJson } from '../hash';

/**
 * Sets the time of each change to when it was first seen, and sorts them by it. `changes` is the current
 * difference since the last message, so changes that were reverted are not in it; `seen` are the changes from
 * earlier readings.
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
