import type { JsonObject } from '../json';

/** Whether a value that came from JSON is an object: no array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
