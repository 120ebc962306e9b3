import { canonicalJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-member';
import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { Json } from '@/src/schema/values/json';

/**
 * True if `now` contains every change from `before` to `after`. Values that are equal in both may differ in `now`: on a
 * page that others change concurrently, that difference is theirs. Lists are compared as sets, unless only their order
 * changes.
 */
export function holdsChange(now: Json, before: Json, after: Json): boolean {
  if (isSame(before, after) || isSame(now, after)) return true;
  if (Array.isArray(now) && Array.isArray(before) && Array.isArray(after)) {
    return holdsItems(texts(now), texts(before), texts(after));
  }
  if (!isJsonObject(now) || !isJsonObject(before) || !isJsonObject(after)) return false;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) =>
    holdsChange(memberOf(now, name), memberOf(before, name), memberOf(after, name)),
  );
}

function holdsItems(now: Set<string>, before: Set<string>, after: Set<string>): boolean {
  const added = [...after].filter((item) => !before.has(item));
  const removed = [...before].filter((item) => !after.has(item));
  const isReordered = added.length === 0 && removed.length === 0;
  return !isReordered && added.every((item) => now.has(item)) && removed.every((item) => !now.has(item));
}

function texts(list: readonly Json[]): Set<string> {
  return new Set(list.map(canonicalJson));
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
