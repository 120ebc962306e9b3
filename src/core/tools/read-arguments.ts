import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { hasMoreValues } from '@/src/schema/values/json-bounds';
import { isDeeperThan } from '../json-values';

/** A parsed value, and the repairs that it needed, normally none. The texts of repairs contain no values. */
export interface RepairedJson<Value extends Json> {
  value: Value;
  repairs: string[];
}

/** Texts that mean "no arguments". */
const EMPTY: readonly string[] = ['', '""', 'null'];
/** Maximum nesting of JSON within JSON strings. */
const MAX_LAYERS = 3;
/**
 * Maximum nesting of arguments: more than any tool needs, and less than makes recursive functions overflow the
 * stack.
 */
export const MAX_DEPTH = 64;
/** Maximum number of values in arguments: more than any tool needs. Checking more would take seconds. */
export const MAX_VALUES = 40_000;

/**
 * Parses a call's arguments as the model wrote them. Repairs only wrong encoding: empty text, JSON in a JSON
 * string, a code fence around it. Null for anything else: text that may be cut off, text after the JSON, JSON
 * that is not an object, excessive nesting, too many values. A partial argument would be dangerous.
 */
export function readArguments(text: string): RepairedJson<JsonObject> | null {
  if (EMPTY.includes(text.trim())) return { value: {}, repairs: ['Empty arguments were read as {}.'] };
  const read = readJson(text);
  return read !== null && isJsonObject(read.value) ? { value: read.value, repairs: read.repairs } : null;
}

/** Parses the JSON in a text, unwrapping strings; null if there is none, or if other text surrounds it. */
export function readJson(text: string): RepairedJson<Exclude<Json, string>> | null {
  const repairs: string[] = [];
  let rest = text;
  for (let layer = 1; layer <= MAX_LAYERS; layer += 1) {
    const bare = withoutFence(rest);
    if (bare !== rest.trim()) repairs.push('A code fence around the JSON was taken off.');
    const value = hasMoreValues(bare, MAX_VALUES) ? undefined : parse(bare);
    if (value === undefined || isDeeperThan(value, MAX_DEPTH)) return null;
    if (typeof value !== 'string') return { value, repairs };
    repairs.push('JSON inside a JSON string was read.');
    rest = value;
  }
  return null;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller reports invalid JSON to the model.
    return undefined;
  }
}

function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed;
  return trimmed.slice(3, -3).replace(/^[a-z]+/i, '');
}
