import type { Json } from '@/src/schema/values/json';
import { visibleJson } from '../text/visible-json';
import { formsOf, type InputSchema, listedValues } from './input-schema';
import { quoted } from './quoted';

/** Maximum number of alternatives and member names listed in a sentence. */
const MAX_NAMED = 12;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/**
 * The values that a schema accepts, for a sentence: `a number or null`, `"ignore" or "whitelist"`, `an object
 * with "pattern"`.
 */
export function describeAccepted(schema: InputSchema): string {
  return joinWith([...new Set(alternatives(schema))], 'or');
}

function alternatives(schema: InputSchema): string[] {
  const forms = formsOf(schema);
  if (forms !== null) return forms.flatMap(alternatives);
  const values = listedValues(schema);
  if (values !== null) return values.map(visibleJson);
  if (schema.type === undefined) return ['something else'];
  return [schema.type].flat().map((type) => `${TYPE_WORDS[type]}${withMembers(schema.required ?? [])}`);
}

/** The type of a value that doesn't fit, for the same sentence. */
export function describeType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  // An unsafe integer fits no number schema, so the value itself explains the error.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'a number' : String(value);
  return typeof value === 'object' ? `an object${withMembers(Object.keys(value))}` : `a ${typeof value}`;
}

/** The value itself; for a list or an object its type. */
export function describeValue(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? describeType(value) : String(value);
}

function withMembers(names: readonly string[]): string {
  return names.length === 0 ? '' : ` with ${joinWith(names.map(quoted), 'and')}`;
}

/** Joins texts for a sentence, e.g. `a, b or c`; a long list is cut. */
function joinWith(texts: readonly string[], conjunction: 'and' | 'or'): string {
  if (texts.length > MAX_NAMED) {
    return `${texts.slice(0, MAX_NAMED).join(', ')} ${conjunction} ${texts.length - MAX_NAMED} more`;
  }
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(` ${conjunction} `);
}
