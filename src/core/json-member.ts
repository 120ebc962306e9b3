import type { Json, JsonObject } from '@/src/schema/values/json';

/** The member of an object; a missing one counts as null. Names that every object inherits count as missing. */
export function memberOf(object: JsonObject, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}
