import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { fits, formOf, type InputSchema, membersOf, partOf, takesEmptyText } from './input-schema';
import { quoted } from './quoted';
import { type RepairedJson, readJson } from './read-arguments';

/** Keys in which some models wrap the arguments. */
const WRAPPERS: readonly string[] = ['arguments', 'parameters'];

/** Python spellings of JSON constants. */
const PYTHON_WORDS: ReadonlyMap<string, Json> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * Matches text that looks like an encoded or truncated value, or like a list with separators. It may itself be
 * meant as a list, so it is not read as the only entry of one.
 */
const LIST_LIKE = /^\s*[[{"'`]|[,;\n]/;

/**
 * Repairs arguments that don't fit, if the tool's schema allows only one meaning: a wrapping object, a value
 * encoded as text, a single value instead of an array, and null or an empty text for an optional member that
 * accepts neither (many models write these for a member that they omit). A text that the schema accepts is
 * never changed, nothing else is removed, and other values that don't fit are kept for the caller to reject.
 * Idempotent.
 */
export function repairArguments(schema: InputSchema, args: JsonObject): RepairedJson<Json> {
  const bare = unwrapped(schema, args);
  const repaired = repairValue(schema, bare.value, []);
  const repairs = [...bare.repairs, ...repaired.repairs];
  const { value } = repaired;
  if (!isJsonObject(value) || unwrapped(schema, value).repairs.length === 0) return { value, repairs };
  // The wrapping object was hidden by members that have now been removed.
  const inner = repairArguments(schema, value);
  return { value: inner.value, repairs: [...repairs, ...inner.repairs] };
}

function unwrapped(schema: InputSchema, args: JsonObject): RepairedJson<JsonObject> {
  const [wrapper, ...others] = Object.keys(args);
  const wraps = wrapper !== undefined && others.length === 0 && WRAPPERS.includes(wrapper);
  if (!wraps || membersOf(schema).includes(wrapper)) return { value: args, repairs: [] };
  const content = args[wrapper];
  const inner = typeof content === 'string' ? readJson(content)?.value : content;
  if (!isJsonObject(inner)) return { value: args, repairs: [] };
  return withRepair(`The arguments were taken out of "${wrapper}".`, unwrapped(schema, inner));
}

function repairValue(schema: InputSchema, value: Json, path: readonly string[]): RepairedJson<Json> {
  if (!fits(schema, value)) {
    const place = quoted(path.join('.'));
    const decoded = typeof value === 'string' ? decode(value) : undefined;
    if (decoded !== undefined && fits(schema, decoded)) {
      return withRepair(`${place}: a value inside a text was decoded.`, repairParts(schema, decoded, path));
    }
    const entry = value === null || isListLike(value) ? null : asOnlyEntry(schema, value, path);
    if (entry !== null) return withRepair(`${place}: a single value was read as an array of one.`, entry);
  }
  return repairParts(schema, value, path);
}

function repairParts(schema: InputSchema, value: Json, path: readonly string[]): RepairedJson<Json> {
  const form = formOf(schema, value);
  const repairs: string[] = [];
  const repairPart = (key: string | number, part: Json): Json => {
    const repaired = repairValue(partOf(form, key), part, [...path, String(key)]);
    repairs.push(...repaired.repairs);
    return repaired.value;
  };
  if (Array.isArray(value)) return { value: value.map((entry, index) => repairPart(index, entry)), repairs };
  if (!isJsonObject(value)) return { value, repairs };
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (!isOmission(form, name, member)) return [[name, repairPart(name, member)] as const];
    const written = member === null ? 'null' : 'an empty text';
    repairs.push(`${quoted([...path, name].join('.'))}: ${written} was read as left out.`);
    return [];
  });
  return { value: Object.fromEntries(members), repairs };
}

/** True if a member's value can only mean that the member is omitted. */
function isOmission(form: InputSchema, name: string, value: Json): boolean {
  if (value !== null && value !== '') return false;
  if (!membersOf(form).includes(name) || form.required?.includes(name)) return false;
  const part = partOf(form, name);
  return value === null ? !fits(part, null) : !takesEmptyText(part);
}

/**
 * The value that a text encodes. Undefined if it encodes none or only another text, and for a number that
 * JavaScript can't represent exactly.
 */
function decode(text: string): Json | undefined {
  const word = PYTHON_WORDS.get(text.trim());
  if (word !== undefined) return word;
  const value = readJson(text)?.value;
  return typeof value === 'number' && !isExact(value) ? undefined : value;
}

function isExact(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
}

function isListLike(value: Json): boolean {
  return typeof value === 'string' && LIST_LIKE.test(value);
}

function asOnlyEntry(schema: InputSchema, value: Json, path: readonly string[]): RepairedJson<Json> | null {
  if (!fits(schema, [])) return null;
  const entries = partOf(formOf(schema, []), 0);
  const repaired = repairValue(entries, value, [...path, '0']);
  return fits(entries, repaired.value) ? { value: [repaired.value], repairs: repaired.repairs } : null;
}

function withRepair<Value extends Json>(
  repair: string,
  { value, repairs }: RepairedJson<Value>,
): RepairedJson<Value> {
  return { value, repairs: [repair, ...repairs] };
}
