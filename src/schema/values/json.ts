/** Any value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Read keys that a model or a page controls with `Object.hasOwn` only. */
export type JsonObject = { [key: string]: Json };
