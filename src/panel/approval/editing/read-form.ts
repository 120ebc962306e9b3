import { assertNever } from '@/src/core/assert-never';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import type { ArgumentEdit } from '../card-state';
import type { FormState } from './form-state';

/** A path in the arguments: member names and list positions. */
export type Path = readonly (string | number)[];

export interface ReadForm {
  /** The value; undefined for a member that isn't set. Invalid JSON is included as text, so that schema validation reports it. */
  value: Json | undefined;
  /** Paths of fields with invalid JSON. */
  unreadable: (string | number)[][];
}

/** Reads the value from the form state: the inverse of `formStateOf`. */
export function readForm(state: FormState): ReadForm {
  return readAt(state, []);
}

const readable = (value: Json | undefined): ReadForm => ({ value, unreadable: [] });

function readAt(state: FormState, path: Path): ReadForm {
  switch (state.kind) {
    case 'unset':
      return readable(undefined);
    case 'text':
      return readable(state.text);
    case 'number':
      return readable(readNumber(state.text));
    case 'boolean':
      return readable(state.isOn);
    case 'choice':
      return readable(state.value);
    case 'lines':
      return readable(state.text.split('\n').filter((line) => line !== ''));
    case 'list': {
      const read = state.entries.map((entry, index) => readAt(entry.state, [...path, index]));
      return {
        value: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
        unreadable: read.flatMap(({ unreadable }) => unreadable),
      };
    }
    case 'object': {
      const read = state.members.map(({ name, state: member }) => ({
        name,
        ...readAt(member, [...path, name]),
      }));
      return {
        value: Object.fromEntries(
          read.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
        ),
        unreadable: read.flatMap(({ unreadable }) => unreadable),
      };
    }
    case 'raw':
      return readRaw(state.text, path);
    default:
      return assertNever(state);
  }
}

/** The edit of a call that the form stands for. If the form's value isn't an object, the edit keeps the arguments `before`. */
export function editOf(state: FormState, before: JsonObject): ArgumentEdit {
  const { value, unreadable } = readForm(state);
  return isJsonObject(value)
    ? { formState: state, args: value, isReadable: unreadable.length === 0 }
    : { formState: state, args: before, isReadable: false };
}

/** Returns text that isn't a number unchanged, so that schema validation reports it. */
function readNumber(text: string): Json {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? text : number;
}

function readRaw(text: string, path: Path): ReadForm {
  try {
    return readable(JSON.parse(text) as Json);
  } catch {
    // JSON is incomplete while the user types; the field shows the problem.
    return { value: text, unreadable: [[...path]] };
  }
}
