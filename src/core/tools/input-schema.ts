import { z } from 'zod';
import { isJsonObject, type Json } from '@/src/schema/values/json';

/** A part of a tool's input as JSON Schema, as zod converts it. */
export type InputSchema = z.core.JSONSchema.JSONSchema;

/** A schema that accepts any value. */
const ANYTHING: InputSchema = {};

/** A tool's input schema. Throws if JSON Schema can't express a part of it. */
export function inputSchemaOf(input: z.ZodObject): InputSchema {
  return converted(input, () => undefined);
}

/**
 * A tool's input schema as each request contains it. To save tokens, it lacks lengths and other bounds that no
 * model exceeds on purpose. A call is checked against the whole schema, and its result names the bound that the
 * call exceeds.
 */
export function sentSchemaOf(input: z.ZodObject): InputSchema {
  return converted(input, (schema) => {
    for (const bound of ['minLength', 'maxLength', 'minItems', 'maxItems', 'default'] as const)
      delete schema[bound];
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    if ((schema.minimum ?? 0) <= 1) delete schema.minimum;
  });
}

function converted(input: z.ZodObject, change: (schema: InputSchema) => void): InputSchema {
  const override = ({ jsonSchema }: { jsonSchema: InputSchema }) => change(jsonSchema);
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input', override });
  return schema;
}

/** The alternatives of a union; null if the schema is not a union. */
export function formsOf(schema: InputSchema): readonly InputSchema[] | null {
  return schema.anyOf ?? schema.oneOf ?? null;
}

/** The values of an enum or a literal; null for any other schema. */
export function listedValues(schema: InputSchema): readonly Json[] | null {
  if (schema.enum !== undefined) return schema.enum;
  return schema.const === undefined ? null : [schema.const];
}

/** The names of the members that an object schema declares. */
export function membersOf(schema: InputSchema): string[] {
  // JSON Schema: without `properties` none are described.
  return Object.keys(schema.properties ?? {});
}

/**
 * True if the schema accepts the type of a value. `undefined` (missing) never fits. Neither members nor
 * bounds are checked.
 */
export function fits(schema: InputSchema, value: Json | undefined): boolean {
  const forms = formsOf(schema);
  if (forms !== null) return forms.some((form) => fits(form, value));
  const values = listedValues(schema);
  if (values !== null) return values.some((listed) => listed === value);
  return schema.type === undefined || [schema.type].flat().some((type) => isOfType(type, value));
}

/** True if the schema accepts the empty string, including its bounds, patterns and formats. */
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
 * The one alternative of a union that fits a value, by type and by tags; the schema itself if it is not a
 * union. If none or several fit, a schema that accepts anything.
 */
export function formOf(schema: InputSchema, value: Json | undefined): InputSchema {
  const forms = formsOf(schema);
  if (forms === null) return schema;
  const fitting = forms.filter((form) => fits(form, value));
  const [form, ...others] = fitting.length > 1 ? fitting.filter((each) => isTagged(each, value)) : fitting;
  return form === undefined || others.length > 0 ? ANYTHING : formOf(form, value);
}

/** True if no member of the object contradicts the alternative by a literal or enum. */
function isTagged(form: InputSchema, value: Json | undefined): boolean {
  if (!isJsonObject(value)) return true;
  return membersOf(form).every((name) => {
    const listed = listedValues(partOf(form, name));
    return listed === null || !Object.hasOwn(value, name) || listed.some((tag) => tag === value[name]);
  });
}

/** The schema of a member (by name) or an entry (by position); `schema` must not be a union. */
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

/** A value inside the arguments with its schema. */
export interface Place {
  readonly value: Json | undefined;
  readonly schema: InputSchema;
}

/**
 * Follows a path of member names and positions. The value is `undefined` if the arguments have nothing there.
 */
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
