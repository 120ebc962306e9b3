import type { Change } from '../adapter/adapter-definition';
import { canonicalJson } from '../hash';

/**
 * Names what a change led to: the same for two changes that differ only in when they were seen and in what was there
 * before (`from`, `old`), so that the sum of several steps can be matched with its last step.
 */
export function changeKey({ timestamp: _timestamp, from: _from, old: _old, ...change }: Change): string {
  return canonicalJson(change);
}
