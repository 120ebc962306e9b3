import type { Json } from './json';

/** Bounds of a value from outside. */
export interface JsonBounds {
  /** Greatest nesting depth of arrays and objects. */
  levels: number;
  /**
   * Characters of all texts and keys, plus one for each value. This sum is never more than the length of the value's JSON text.
   */
  length: number;
}

/**
 * Returns the bound that a value exceeds, or null. It visits no more than the bounds allow, so it must run
 * before anything that recurses or copies. A value that contains itself, or one part many times, exceeds a
 * bound as well.
 */
export function exceededBound(value: unknown, bounds: JsonBounds): keyof JsonBounds | null {
  let remaining = bounds.length;

  function visit(part: unknown, levels: number): keyof JsonBounds | null {
    remaining -= typeof part === 'string' ? part.length + 1 : 1;
    if (remaining < 0) return 'length';
    if (typeof part !== 'object' || part === null) return null;
    if (levels === 0) return 'levels';
    for (const [key, child] of Object.entries(part)) {
      if (!Array.isArray(part)) remaining -= key.length;
      const exceeded = visit(child, levels - 1);
      if (exceeded !== null) return exceeded;
    }
    return null;
  }

  return visit(value, bounds.levels);
}

/**
 * True for a JSON value. Messages between contexts may contain other values (`undefined`, dates, maps). Recursive, so
 * call it only for values within bounds.
 */
export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.values(value as object).every(isJson)
  );
}

const [QUOTE, COMMA, BACKSLASH, LIST, OBJECT] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/**
 * True if a JSON text has more values than `most`. Counts the characters that start one, before anything is parsed:
 * opening brackets, and commas outside of strings.
 */
export function hasMoreValues(text: string, most: number): boolean {
  // Each value takes at least two characters, including its comma.
  if (text.length < 2 * most) return false;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isInText = false;
    } else if (character === QUOTE) isInText = true;
    else if (character === COMMA || character === LIST || character === OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}
