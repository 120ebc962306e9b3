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
export function readForm(draft: FormState, path: Path = []): ReadForm {
  switch (draft.kind) {
    case 'unset':
      return { value: undefined, unreadable: [] };
    case 'text':
      return { value: draft.text, unreadable: [] };
    case 'number':
      return { value: readNumber(draft.text), unreadable: [] };
    case 'boolean':
      return { value: draft.isOn, unreadable: [] };
    case 'choice':
      return { value: draft.value, unreadable: [] };
    case 'lines':
      return { value: draft.text.split('\n').filter((line) => line !== ''), unreadable: [] };
    case 'list': {
      const read = draft.entries.map((entry, index) => readForm(entry.draft, [...path, index]));
      return {
        value: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
        unreadable: read.flatMap(({ unreadable }) => unreadable),
      };
    }
    case 'object': {
      const read = draft.members.map(({ name, draft: member }) => ({
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
      return readRaw(draft.text, path);
    default:
      return assertNever(draft);
  }
}

/**
 * The whole form as an edit of a call. Anything but an object can't be read as arguments; `before` are those that stand
 * meanwhile.
 */
export function editOf(draft: FormState, before: JsonObject): ArgumentEdit {
  const { value, unreadable } = readForm(draft);
  return isJsonObject(value)
    ? { draft, args: value, isReadable: unreadable.length === 0 }
    : { draft, args: before, isReadable: false };
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
