import type { z } from 'zod';
import { canonicalJson } from '@/src/core/hash';
import {
  formOf,
  formsOf,
  type InputSchema,
  inputSchemaOf,
  listedValues,
  placeAt,
} from '@/src/core/tools/input-schema';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';

/** Most further calls of one tool. */
const MAX_CALLS = 24;
/** Collections of up to this many entries are tried as a whole. */
const SMALL = 12;
/** Entries that are tried of a larger one. */
const MAX_NAMES = 8;
/** Most values of an enumeration. */
const MAX_LISTED = 6;
/** Length of a text without a limit in its schema. */
const LONG = 1_000;
/** Numbers that no server with a step above 1 keeps. */
const NOT_ROUND = [1_237, 137, 37, 7, 3];
/** A large number, for a schema without a limit. */
const LARGE_NUMBER = 1_000_000_007;

/**
 * Further calls of a tool: those of a sample with another value for one argument. The values come from the tool's schema (bounds, choices,
 * texts with spaces and capitals) and, for an argument that names something on the page, from the page's context. Deterministic.
 */
export function furtherCalls(input: z.ZodObject, sample: JsonObject, context: Json): JsonObject[] {
  const collections = collectionsIn(context);
  return variantsOf(input, sample, (value, schema) => [
    ...namesBeside(collections, value).map((name) => (typeof value === 'number' ? Number(name) : name)),
    ...choicesOf(value, schema),
    ...textsOf(value, schema),
  ]).slice(0, MAX_CALLS);
}

/** The sample with each other choice for one of its arguments: for a call that would change nothing. */
export function otherChoices(input: z.ZodObject, sample: JsonObject): JsonObject[] {
  return variantsOf(input, sample, choicesOf);
}

/** The sample with one of its names replaced by `count` others of the same collection in `context`, the last first. */
export function callsOnLater(
  input: z.ZodObject,
  sample: JsonObject,
  { small, large }: { small: Json; large: Json },
  count: number,
): JsonObject[] {
  const [before, after] = [collectionsIn(small), collectionsIn(large)];
  return variantsOf(input, sample, (value) => {
    const places = [...before].flatMap(([place, names]) => (names.has(String(value)) ? [place] : []));
    const names = places.flatMap((place) => [...(after.get(place) ?? [])]);
    const later = names.slice(-count).reverse();
    return later.map((name) => (typeof value === 'number' ? Number(name) : name));
  });
}

function variantsOf(
  input: z.ZodObject,
  sample: JsonObject,
  valuesOf: (value: Json, schema: InputSchema) => Json[],
): JsonObject[] {
  const start = { value: sample, schema: inputSchemaOf(input) };
  const ofPaths = leafPaths(sample).map((path) => {
    const { value = null, schema } = placeAt(start, path);
    return valuesOf(value, formOf(schema, value)).map((other) => withValue(sample, path, other));
  });
  const known = new Set([canonicalJson(sample)]);
  return inTurn(ofPaths).filter((args) => {
    const key = canonicalJson(args);
    if (known.has(key) || !input.safeParse(args).success) return false;
    known.add(key);
    return true;
  });
}

/** The paths of all single values; of a list, that of its last entry. */
function leafPaths(value: Json): (string | number)[][] {
  if (Array.isArray(value)) {
    const last = value.length - 1;
    return leafPaths(value[last] ?? null).map((path) => [Math.max(last, 0), ...path]);
  }
  if (!isJsonObject(value)) return [[]];
  return Object.entries(value).flatMap(([name, part]) => leafPaths(part).map((path) => [name, ...path]));
}

function withValue(whole: JsonObject, path: readonly (string | number)[], value: Json): JsonObject {
  const changed = (part: Json, [step, ...rest]: readonly (string | number)[]): Json => {
    if (step === undefined) return value;
    if (Array.isArray(part)) return part.map((each, index) => (index === step ? changed(each, rest) : each));
    if (!isJsonObject(part)) return part;
    return { ...part, [step]: changed(part[step] ?? null, rest) };
  };
  return changed(whole, path) as JsonObject;
}

/** The first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** Other values of a choice, and the bounds of a number. */
function choicesOf(value: Json, schema: InputSchema): Json[] {
  const listed = listedValues(schema);
  if (listed !== null) return listed.filter((other) => other !== value).slice(0, MAX_LISTED);
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'number' ? numbersOf(value, schema) : [];
}

function numbersOf(value: number, schema: InputSchema): number[] {
  const { multipleOf: step } = schema;
  const isWhole = schema.type === 'integer';
  // JSON Schema: without a bound, none is stated.
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1);
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? LARGE_NUMBER);
  const isInside = (number: number) => number > least && number < most && number !== value;
  const notRound = NOT_ROUND.filter(isInside).slice(0, 1);
  const width = schema.maximum === undefined ? 100 : most - least;
  const inside = least + width * 0.123_456_7;
  const fraction = width > 4 ? Math.floor(inside) + 0.5 : inside;
  const values = [...notRound, ...(isWhole ? [] : [fraction]), most, least];
  return step === undefined ? values : values.map((each) => Math.round(each / step) * step);
}

/** Texts that servers often change: with spaces at the ends, in capitals, and as long as possible. */
function textsOf(value: Json, schema: InputSchema): string[] {
  if (typeof value !== 'string' || listedValues(schema) !== null || formsOf(schema) !== null) return [];
  const { maxLength = LONG } = schema;
  const capitals = value.toUpperCase();
  return [` ${value} `, capitals === value ? value.toLowerCase() : capitals, value.padEnd(maxLength, 'x')];
}

/** The other names of the collections that have this one. */
function namesBeside(collections: ReadonlyMap<string, ReadonlySet<string>>, value: Json): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const name = String(value);
  const having = [...collections.values()].filter((names) => names.has(name));
  const others = [...new Set(having.flatMap((names) => [...names]))].filter((other) => other !== name);
  if (others.length <= SMALL) return others;
  const spread = Array.from({ length: MAX_NAMES }, (_, index) =>
    Math.round(((MAX_NAMES - 1 - index) * (others.length - 1)) / (MAX_NAMES - 1)),
  );
  const special = others.filter((other) => /[^\w-]/.test(other) || other in {}).slice(0, 2);
  return [...new Set([...special, ...spread.flatMap((index) => others[index] ?? [])])].slice(0, MAX_NAMES);
}

/** The names in a context by their place, e.g. the keys of one object, or the member `id` of the entries of one list. */
function collectionsIn(context: Json): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (place: string, name: string) => {
    const names = found.get(place) ?? new Set();
    names.add(name);
    found.set(place, names);
  };
  const visit = (value: Json, place: string): void => {
    if (Array.isArray(value)) for (const part of value) visit(part, `${place}[]`);
    else if (isJsonObject(value)) {
      const parts = Object.entries(value);
      const isTable =
        parts.length > 1 && parts.every(([, part]) => part !== null && typeof part === 'object');
      for (const [name, part] of parts) {
        add(`${place}{}`, name);
        visit(part, isTable ? `${place}{}` : `${place}.${name}`);
      }
    } else if (typeof value === 'string' || (typeof value === 'number' && place.endsWith('.id'))) {
      add(place, String(value));
    }
  };
  visit(context, '');
  return found;
}
