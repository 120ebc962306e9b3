import type { Json, JsonObject } from '@/src/schema/values/json';
import { secretMask } from '../secrets/secret-forms';
import { withoutSecretPatterns } from '../secrets/secret-patterns';
import { type Sensitivity, sensitivityOf } from '../secrets/sensitive-name';

/** Replaces removed text. No key or header contains its brackets, so it can't complete another secret. */
export const REMOVED = '‹removed›';

/** Deeper data are dropped: they could exhaust the stack. */
const MAX_DEPTH = 64;

/**
 * A copy of `value` that may be logged. Removed at every depth, also inside texts that are JSON:
 *
 * - every known secret, in values and in names, in all forms of {@link secretForms};
 * - values of fields, headers (pairs and `{name, value}` too) and parameters with a secret name; for names
 *   with "token" only texts, since counts have such names too;
 * - credentials in addresses, and anything that looks like a key.
 *
 * Not found: a secret that has fewer than four characters, is split over several texts, or is encoded in
 * another way.
 */
export function redact(value: JsonObject, secrets: readonly string[]): JsonObject;
export function redact(value: string, secrets: readonly string[]): string;
export function redact(value: Json, secrets: readonly string[]): Json;
export function redact(value: Json, secrets: readonly string[]): Json {
  return redactValue(value, { mask: secretMask(secrets, REMOVED), field: 'open', depth: 0 });
}

interface RedactionPlace {
  mask(text: string): string;
  /** Sensitivity inherited from the names of the enclosing fields. */
  field: Sensitivity;
  depth: number;
}

function redactValue(value: Json, place: RedactionPlace): Json {
  if (value === null) return null;
  if (typeof value === 'string') return redactString(value, place);
  if (typeof value !== 'object') {
    const isSecret = place.field === 'secret' || place.mask(String(value)) !== String(value);
    return isSecret ? REMOVED : value;
  }
  if (place.depth >= MAX_DEPTH) return '‹too deep›';
  const within = { ...place, depth: place.depth + 1 };
  return Array.isArray(value) ? redactArray(value, within) : redactObject(value, within);
}

function redactArray(items: Json[], place: RedactionPlace): Json[] {
  const [name] = items;
  // A header as a pair of name and value.
  const isPair = items.length === 2 && typeof name === 'string';
  return items.map((item, index) => redactValue(item, isPair && index === 1 ? inField(place, name) : place));
}

function redactObject(fields: JsonObject, place: RedactionPlace): JsonObject {
  // A header as an object with name and value.
  const named = Object.hasOwn(fields, 'value') && typeof fields.name === 'string' ? fields.name : '';
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const field = inField(place, key);
      return [
        withoutSecretPatterns(place.mask(key), REMOVED),
        redactValue(value, key === 'value' ? inField(field, named) : field),
      ];
    }),
  );
}

function redactString(text: string, place: RedactionPlace): string {
  if (text === '') return text;
  if (place.field !== 'open') return REMOVED;
  // Known secrets first: a pattern may match only a part of one and leave the rest.
  return withoutSecretPatterns(place.mask(redactEmbedded(text, place)), REMOVED);
}

/** A text that is JSON itself, such as a call's arguments, is redacted like other data. */
function redactEmbedded(text: string, place: RedactionPlace): string {
  const embedded = parseContainer(text);
  if (embedded === null) return text;
  const redacted = JSON.stringify(redactValue(embedded.value, place));
  // Keeps the text's formatting unless something was removed.
  return redacted === embedded.canonical ? text : redacted;
}

function parseContainer(text: string): { value: Json; canonical: string } | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: Json = JSON.parse(text);
    return { value, canonical: JSON.stringify(value) };
  } catch {
    // Invalid JSON, or too deep to parse: redacted as text.
    return null;
  }
}

function inField(place: RedactionPlace, name: string): RedactionPlace {
  const sensitivity = sensitivityOf(name);
  if (sensitivity === 'open' || place.field === 'secret') return place;
  return { ...place, field: sensitivity };
}
