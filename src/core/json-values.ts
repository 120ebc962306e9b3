import type { Json } from '@/src/schema/values/json';

/** The member of an object; a missing one counts as null. Names that every object inherits count as missing. */
export function memberOf<Value>(object: { readonly [name: string]: Value }, name: string): Value | null {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

/** True if arrays and objects are nested more than `levels` deep. Recurses no deeper than that. */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
