/** Any value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Read keys that a model or a page controls with `Object.hasOwn` only. */
export type JsonObject = { [key: string]: Json };

/** True for a JSON object: not an array and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
