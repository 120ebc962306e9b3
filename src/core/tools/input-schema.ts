import { z } from 'zod';
import type { Json } from '../json';
import { isJsonObject } from './is-json-object';

/** A part of a tool's input as JSON Schema, in the form that zod's own converter gives. */
export type InputSchema = z.core.JSONSchema.JSONSchema;

/** Says nothing about a value. */
const ANYTHING: InputSchema = {};

/** What a tool takes, as it is told to the model. Throws if the schema has a part that JSON Schema can't express. */
export function inputSchemaOf(input: z.ZodObject): InputSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}

/** The alternatives of a union; null if the schema is none. */
export function formsOf(schema: InputSchema): readonly InputSchema[] | null {
  return schema.anyOf ?? schema.oneOf ?? null;
}

/** The values that a schema lists one by one (an enum or a literal); null if it lists none. */
export function listedValues(schema: InputSchema): readonly Json[] | null {
  if (schema.enum !== undefined) return schema.enum;
  return schema.const === undefined ? null : [schema.const];
}

/** The names of an object's members that a schema knows. */
export function membersOf(schema: InputSchema): string[] {
  return Object.keys(schema.properties ?? {});
}

/**
 * Whether a value is of a kind that the schema takes; `undefined` (nothing there) is of none. What is inside it isn't
 * looked at, and bounds aren't either.
 */
export function fits(schema: InputSchema, value: Json | undefined): boolean {
  const forms = formsOf(schema);
  if (forms !== null) return forms.some((form) => fits(form, value));
  const values = listedValues(schema);
  if (values !== null) return values.some((listed) => listed === value);
  return schema.type === undefined || [schema.type].flat().some((type) => isOfType(type, value));
}

/** Whether an empty text is a valid value, as far as the schema tells: bounds, patterns and formats are looked at too. */
export function takesEmptyText(schema: InputSchema): boolean {
  const forms = formsOf(schema);
  if (forms !== null) return forms.some(takesEmptyText);
  if (!fits(schema, '')) return false;
  if (listedValues(schema) !== null) return true;
  const { minLength = 0, pattern, format } = schema;
  return (
    minLength === 0 && format === undefined && (pattern === undefined || new RegExp(pattern, 'u').test(''))
  );
}

function isOfType(type: string, value: Json | undefined): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/**
 * The one alternative of a union that a value can mean, by its kind and by the tags of its members; the schema itself
 * if it is no union. Where none or several could be meant, a schema that says nothing.
 */
export function formOf(schema: InputSchema, value: Json | undefined): InputSchema {
  const forms = formsOf(schema);
  if (forms === null) return schema;
  const fitting = forms.filter((form) => fits(form, value));
  const [form, ...others] = fitting.length > 1 ? fitting.filter((each) => isTagged(each, value)) : fitting;
  return form === undefined || others.length > 0 ? ANYTHING : formOf(form, value);
}

/** Whether none of an object's members speaks against the form: no literal or enum that it doesn't list. */
function isTagged(form: InputSchema, value: Json | undefined): boolean {
  if (!isJsonObject(value)) return true;
  return membersOf(form).every((name) => {
    const listed = listedValues(partOf(form, name));
    return listed === null || !Object.hasOwn(value, name) || listed.some((tag) => tag === value[name]);
  });
}

/** What a schema that is no union says about a member (by name) or an entry (by position). */
export function partOf(schema: InputSchema, key: string | number): InputSchema {
  const part = typeof key === 'number' ? entryOf(schema, key) : memberOf(schema, key);
  return typeof part === 'object' && !Array.isArray(part) ? part : ANYTHING;
}

function entryOf(schema: InputSchema, index: number) {
  return schema.prefixItems?.[index] ?? schema.items;
}

function memberOf(schema: InputSchema, name: string) {
  return membersOf(schema).includes(name) ? schema.properties?.[name] : schema.additionalProperties;
}

/** A value and what the schema says about it, some steps inside the arguments. */
export interface Place {
  readonly value: Json | undefined;
  readonly schema: InputSchema;
}

/** Follows a path of member names and positions; `undefined` as value where the arguments end before it. */
export function placeAt(start: Place, path: readonly PropertyKey[]): Place {
  let { value, schema } = start;
  for (const step of path) {
    const key = typeof step === 'number' ? step : String(step);
    schema = partOf(formOf(schema, value), key);
    value = childOf(value, key);
  }
  return { value, schema };
}

function childOf(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
