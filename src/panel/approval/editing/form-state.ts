import {
  fits,
  formOf,
  formsOf,
  type InputSchema,
  listedValues,
  membersOf,
  partOf,
} from '@/src/core/tools/input-schema';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';

/** State of the form for one value in the arguments. Each kind has a control of its own. */
export type FormState =
  /** An optional member that isn't set. */
  | { kind: 'unset' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; isOn: boolean }
  /** One of the values that the schema lists. */
  | { kind: 'choice'; value: Json }
  /** A list of texts, one per line. */
  | { kind: 'lines'; text: string }
  | { kind: 'list'; entries: FormEntry[] }
  | { kind: 'object'; members: FormMember[] }
  /** JSON text, for a value that no field fits. */
  | { kind: 'raw'; text: string };

/** An entry of a list. `key` identifies it independently of its position. */
export interface FormEntry {
  key: number;
  state: FormState;
}

interface FormMember {
  name: string;
  state: FormState;
}

/** The form state for a value; `undefined` stands for a value that isn't set. A value that no field fits becomes JSON text. */
export function formStateOf(schema: InputSchema, value: Json | undefined): FormState {
  if (value === undefined) return { kind: 'unset' };
  const listed = listedValues(schema);
  if (listed !== null) return listed.includes(value) ? { kind: 'choice', value } : rawState(value);
  if (formsOf(schema) !== null) return formStateOf(formOf(schema, value), value);
  if (schema.type === undefined || !fits(schema, value)) return rawState(value);
  if (typeof value === 'string') return isOneLine(value) ? { kind: 'text', text: value } : rawState(value);
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', isOn: value };
  if (Array.isArray(value)) return listState(schema, value);
  return isJsonObject(value) ? objectState(schema, value) : rawState(value);
}

function listState(schema: InputSchema, entries: readonly Json[]): FormState {
  const isOfLines = entries.every((entry) => typeof entry === 'string' && entry !== '' && isOneLine(entry));
  if (isListOfTexts(schema) && isOfLines) return { kind: 'lines', text: entries.join('\n') };
  return {
    kind: 'list',
    entries: entries.map((entry, key) => ({ key, state: formStateOf(partOf(schema, key), entry) })),
  };
}

function objectState(schema: InputSchema, value: JsonObject): FormState {
  const names = membersOf(schema);
  // A schema without properties accepts any member, so there are no fields to show.
  if (schema.properties === undefined) return rawState(value);
  if (!Object.keys(value).every((name) => names.includes(name))) return rawState(value);
  return {
    kind: 'object',
    members: names.map((name) => ({
      name,
      state: formStateOf(partOf(schema, name), Object.hasOwn(value, name) ? value[name] : undefined),
    })),
  };
}

export function rawState(value: Json): FormState {
  return { kind: 'raw', text: JSON.stringify(value, null, 2) };
}

/** True for a text without line breaks. Others need JSON text: text inputs drop line breaks, and text areas normalize them. */
function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text);
}

function isListOfTexts(schema: InputSchema): boolean {
  const entry = partOf(schema, 0);
  return entry.type === 'string' && listedValues(entry) === null && formsOf(entry) === null;
}

/** The form state of a value that the user has yet to enter. */
export function blankState(schema: InputSchema): FormState {
  const [first] = listedValues(schema) ?? [];
  if (first !== undefined) return { kind: 'choice', value: first };
  switch (schema.type) {
    case 'string':
      return { kind: 'text', text: '' };
    case 'number':
    case 'integer':
      return { kind: 'number', text: '' };
    case 'boolean':
      return { kind: 'boolean', isOn: false };
    case 'array':
      return listState(schema, []);
    case 'object': {
      if (schema.properties === undefined) return rawState({});
      const members = membersOf(schema).map((name) => ({
        name,
        state: isRequired(schema, name) ? blankState(partOf(schema, name)) : ({ kind: 'unset' } as const),
      }));
      return { kind: 'object', members };
    }
    default:
      return rawState(null);
  }
}

export function isRequired(schema: InputSchema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}

export function withBlankEntry(schema: InputSchema, entries: readonly FormEntry[]): FormEntry[] {
  const key = Math.max(-1, ...entries.map((entry) => entry.key)) + 1;
  return [...entries, { key, state: blankState(partOf(schema, entries.length)) }];
}
