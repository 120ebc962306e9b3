import { assertNever } from '@/src/core/assert-never';
import type { Json, JsonObject } from '@/src/core/json';
import { isJsonObject } from '@/src/core/tools/is-json-object';
import type { ArgumentEdit } from '../card-state';
import type { FormState } from './form-state';

/** A place in the arguments: member names and positions. */
export type Path = readonly (string | number)[];

/** What a form says. */
export interface ReadForm {
  /** Undefined for a member that isn't set. A part that can't be read is its text, so that a schema finds fault with it. */
  value: Json | undefined;
  /** Where JSON written by hand is none. */
  unreadable: (string | number)[][];
}

/** What the fields come to. Reading the fields of a value gives that value again. */
export function readForm(state: FormState, path: Path = []): ReadForm {
  switch (state.kind) {
    case 'unset':
      return { value: undefined, unreadable: [] };
    case 'text':
      return { value: state.text, unreadable: [] };
    case 'number':
      return { value: readNumber(state.text), unreadable: [] };
    case 'boolean':
      return { value: state.isOn, unreadable: [] };
    case 'choice':
      return { value: state.value, unreadable: [] };
    case 'lines':
      return { value: state.text.split('\n').filter((line) => line !== ''), unreadable: [] };
    case 'list': {
      const read = state.entries.map((entry, index) => readForm(entry.state, [...path, index]));
      return {
        value: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
        unreadable: read.flatMap(({ unreadable }) => unreadable),
      };
    }
    case 'object': {
      const read = state.members.map(({ name, state: member }) => ({
        name,
        ...readForm(member, [...path, name]),
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

/**
 * The whole form as an edit of a call. Anything but an object can't be read as arguments; `before` are those that stand
 * meanwhile.
 */
export function editOf(state: FormState, before: JsonObject): ArgumentEdit {
  const { value, unreadable } = readForm(state);
  return isJsonObject(value)
    ? { formState: state, args: value, isReadable: unreadable.length === 0 }
    : { formState: state, args: before, isReadable: false };
}

/** Text that is no number stays text. */
function readNumber(text: string): Json {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? text : number;
}

function readRaw(text: string, path: Path): ReadForm {
  try {
    return { value: JSON.parse(text) as Json, unreadable: [] };
  } catch {
    // Half-written: said at its field.
    return { value: text, unreadable: [[...path]] };
  }
}
