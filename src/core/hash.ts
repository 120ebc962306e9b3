import type { Json } from '@/src/schema/values/json';
import { sha256 } from './sha256';

/**
 * JSON with the keys of every object in code-unit order and without white space, so that equal values give
 * equal text (RFC 8785, whose number format is that of `JSON.stringify`). Arrays keep their order, because
 * the order of rules matters.
 */
export function canonicalJson(value: Json): string {
  if (isScalar(value)) return JSON.stringify(value);
  // One call for a whole list of scalars: such lists make up most of a state, and this runs at every reading of a
  // page.
  if (Array.isArray(value)) {
    return value.every(isScalar) ? JSON.stringify(value) : `[${value.map(canonicalJson).join(',')}]`;
  }
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

function isScalar(value: Json): value is null | boolean | number | string {
  return value === null || typeof value !== 'object';
}

/** SHA-256 over {@link canonicalJson}, as 64 hex digits. */
export function hashJson(value: Json): string {
  return sha256([canonicalJson(value)]);
}
