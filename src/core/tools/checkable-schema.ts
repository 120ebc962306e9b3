import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { withoutSecretPatterns } from '../secrets/secret-patterns';
import { visibleJson } from '../text/visible-json';
import { type InputSchema, listedValues } from './input-schema';
import { isSendableName } from './page-tool-names';

/**
 * Levels of a schema that are checked; what is nested deeper may be anything. Each of several alternatives uses up
 * one level, so that a value is compared with 18 of them at most.
 */
const MAX_LEVELS = 8;
/** Longest description of a parameter, in UTF-16 units. */
const MAX_DESCRIPTION = 300;

const TYPES: readonly Json[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
] as const;

/**
 * Matches a value that the schema may list: a single word, without characters that are invisible, break the line or
 * reorder it. Sentences are excluded, since the list can't mark them as the page's claim.
 */
const LISTABLE = /^[^\p{Cc}\p{Cf}\p{Z}]{0,100}$/u;

/**
 * The part of a page's JSON Schema that Steward checks, as an object schema. Whatever it leaves out accepts
 * anything: the page checks its arguments itself. It leaves out references, conditions, patterns (one that a page
 * chose can take hours to match), lengths of texts (zod counts them in other units), and defaults (a page must not
 * add arguments that the user hasn't seen). Texts reach the model as the page's claims, and values that could pass
 * for instructions are left out.
 */
export function checkableSchema(schema: JsonObject): InputSchema {
  return { ...objectPart(schema, MAX_LEVELS), type: 'object' };
}

function part(whole: Json | undefined, levels: number): InputSchema {
  if (whole === undefined || !isJsonObject(whole) || levels === 0) return {};
  const schema = folded(whole);
  const { type } = schema;
  const types = [type ?? []].flat().filter((one) => TYPES.includes(one));
  const forms = alternatives(schema, levels);
  return {
    ...described(schema),
    ...(forms === null ? {} : { anyOf: forms }),
    ...listed(schema),
    ...(forms !== null || types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(types.includes('object') || isJsonObject(schema.properties ?? null)
      ? objectPart(schema, levels)
      : {}),
    // With `prefixItems`, `items` doesn't describe the first entries.
    ...(types.includes('array') && schema.items !== undefined && schema.prefixItems === undefined
      ? { items: part(schema.items, levels - 1) }
      : {}),
    ...Object.fromEntries(BOUNDS.flatMap((name) => bound(name, schema[name]))),
  } as InputSchema;
}

function objectPart(schema: JsonObject, levels: number): InputSchema {
  // JSON Schema: without these, no member is described or required.
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const wanted = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const all: [string, Json][] = [
    ...named,
    // JSON Schema may require a member that it doesn't describe.
    ...wanted
      .filter((name) => !named.some(([one]) => one === name))
      .map((name): [string, Json] => [name, {}]),
  ];
  // zod would read an inherited member, such as `constructor`, as the argument. The page checks such a member itself, like one
  // whose name can't be sent.
  const usable = all.filter(([name]) => isSendableName(name) && !(name in Object.prototype));
  const isWhole = usable.length === all.length;
  // Members that fit a pattern are not additional.
  const isClosed = additionalProperties === false && schema.patternProperties === undefined && isWhole;
  return {
    ...described(schema),
    properties: Object.fromEntries(usable.map(([name, member]) => [name, part(member, levels - 1)])),
    required: wanted.filter((name) => usable.some(([one]) => one === name)),
    additionalProperties: isClosed ? false : {},
  };
}

function alternatives(schema: JsonObject, levels: number): InputSchema[] | null {
  const forms = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(forms) || forms.length === 0 || forms.length > levels) return null;
  return forms.map((form) => part(form, levels - forms.length));
}

/**
 * Replaces alternatives that only list values by a single list: the check compares a value with each alternative in
 * turn.
 */
function folded(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const forms = anyOf ?? oneOf;
  if (!Array.isArray(forms)) return schema;
  const lists = forms.map((form) => (isJsonObject(form) ? listedValues(form as InputSchema) : null));
  return lists.includes(null) ? schema : { ...rest, enum: [...new Set(lists.flat())] };
}

/** The values of an enum or a constant, if all of them can be compared and listed. */
function listed({ enum: values, const: constant }: JsonObject): InputSchema {
  if (isPlain(constant)) return { const: constant };
  return Array.isArray(values) && values.length > 0 && values.every(isPlain) ? { enum: values } : {};
}

function isPlain(value: Json | undefined): value is string | number | boolean | null {
  if (isText(value)) return LISTABLE.test(value) && withoutSecretPatterns(value, '') === value;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

function bound(name: string, value: Json | undefined): [string, number][] {
  return typeof value === 'number' && Number.isFinite(value) ? [[name, value]] : [];
}

/**
 * The description, and the listed values that consist of several words, as the page's claim, like the description
 * of the tool itself.
 */
function described({ description, enum: values, const: constant }: JsonObject): InputSchema {
  const words = [values ?? [], constant ?? []].flat().filter((value) => isText(value) && /\s/.test(value));
  const said = [typeof description === 'string' ? description : '', words.join(' | ')].join(' ');
  const text = withoutSecretPatterns(said, KEY_REMOVED).trim();
  const cut = text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION)}…`;
  return cut === '' ? {} : { description: `The page says: ${visibleJson(cut)}` };
}
