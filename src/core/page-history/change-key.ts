import type { Change } from '@/src/schema/change';
import { canonicalJson } from '../hash';

/**
 * Identifies the result of a change. Two changes that differ only in their timestamp and in the previous value (`from`,
 * `old`) have the same key, so that the sum of several steps can be matched with its last step.
 */
export function changeKey({ timestamp: _timestamp, from: _from, old: _old, ...change }: Change): string {
  return canonicalJson(change);
}
