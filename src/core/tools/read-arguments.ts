import type { Json, JsonObject } from '../json';
import { isJsonObject } from './is-json-object';

/** A value with what had to be mended to read it, in words that name no value; empty normally. */
export interface RepairedJson<Value extends Json> {
  value: Value;
  repairs: string[];
}

/** Texts that stand for "no arguments". */
const EMPTY: readonly string[] = ['', '""', 'null'];
/** JSON in a JSON string in a JSON string. */
const MAX_LAYERS = 3;
/** Far beyond every tool; below what would overflow the stack of whatever walks the value. */
export const MAX_DEPTH = 64;

/**
 * A call's arguments as the model wrote them. Mends only what is merely encoded wrongly: empty text, JSON in a JSON
 * string, a code fence around it. Null for everything else: text that may be cut off, text with something behind the
 * JSON, JSON that is no object, nesting that no tool has. Half an argument would be dangerous.
 */
export function readArguments(text: string): RepairedJson<JsonObject> | null {
  if (EMPTY.includes(text.trim())) return { value: {}, repairs: ['Empty arguments were read as {}.'] };
  const read = readJson(text);
  return read !== null && isJsonObject(read.value) ? { value: read.value, repairs: read.repairs } : null;
}

/** The JSON in a text, never a string; null if there is none, or more than that. */
export function readJson(text: string): RepairedJson<Exclude<Json, string>> | null {
  const repairs: string[] = [];
  let rest = text;
  for (let layer = 1; layer <= MAX_LAYERS; layer += 1) {
    const bare = withoutFence(rest);
    if (bare !== rest.trim()) repairs.push('A code fence around the JSON was taken off.');
    const value = parse(bare);
    if (value === undefined || isDeeperThan(MAX_DEPTH, value)) return null;
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
    // What can't be read is told to the model by the caller.
    return undefined;
  }
}

function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed;
  return trimmed.slice(3, -3).replace(/^[a-z]+/i, '');
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child));
}
