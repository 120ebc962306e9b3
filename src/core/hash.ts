import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json, JsonObject } from '@/src/schema/values/json';

/**
 * JSON with the keys of every object in code-unit order and without white space, so that equal values give
 * equal text (RFC 8785, whose number format is that of `JSON.stringify`). Arrays keep their order, because
 * the order of rules matters.
 */
export function canonicalJson(value: Json): string {
  if (isScalar(value)) return JSON.stringify(value);
  // One call of `JSON.stringify` for a whole list of scalars: such lists make up most of a state, and this runs at
  // every reading of a page.
  if (Array.isArray(value)) {
    return value.every(isScalar) ? JSON.stringify(value) : `[${value.map(canonicalJson).join(',')}]`;
  }
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** True if the values are the same JSON: the order of an object's keys doesn't count, that of an array does. */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (isScalar(one) || isScalar(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  // The keys of an array are its indices.
  const [members, others] = [one, other] as [JsonObject, JsonObject];
  const names = Object.keys(members);
  return (
    names.length === Object.keys(others).length &&
    names.every(
      (name) => Object.hasOwn(others, name) && isSameJson(members[name] as Json, others[name] as Json),
    )
  );
}

function isScalar(value: Json): value is null | boolean | number | string {
  return value === null || typeof value !== 'object';
}

/**
 * SHA-256 over {@link canonicalJson}, as 64 hex digits. Not WebCrypto: content scripts on plain-http admin
 * pages are not a secure context and have no `crypto.subtle`.
 */
export function hashJson(value: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** SHA-256 over the texts one after the other, as 64 hex digits. For texts that are too long to be joined. */
export function hashTexts(texts: Iterable<string>): string {
  const hash = sha256.create();
  for (const text of texts) hash.update(utf8ToBytes(text));
  return bytesToHex(hash.digest());
}
