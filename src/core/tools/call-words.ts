import type { Json, JsonObject } from '@/src/schema/values/json';
import type { SaidText, SaidValue, TextId } from '@/src/schema/values/said';
import { shortList } from '../text/short-list';
import { charEnd } from '../text/text-pieces';
import { visibleJson } from '../text/visible-json';
import { callLabel } from './call-label';

/** A part of the line that shows a call: Steward's words, or a value from the call. */
export interface CallWord {
  text: string;
  isValue: boolean;
}

/** Maximum length of a value in a line, in UTF-16 units; a longer one is cut. */
const MAX_VALUE = 60;
/** Maximum number of entries of a list in a line; the rest is counted. */
const MAX_ENTRIES = 3;

/**
 * A call in the words of its tool's text (`ToolDefinition.line`). The text's values are the arguments as the model
 * wrote them, and for each argument `NAME_given`: `yes`, or `no` for an empty text. By it, the text chooses its
 * words for an optional argument. An argument whose own name ends in `_given` is left out.
 */
export function callInWords(line: TextId, args: JsonObject): SaidText {
  const values = Object.entries(args).flatMap(([name, value]): [string, SaidValue][] =>
    // Many models write null for an argument that they leave out.
    value === null || name.endsWith('_given')
      ? []
      : [
          [name, saidValue(value)],
          [`${name}_given`, value === '' ? 'no' : 'yes'],
        ],
  );
  return { id: line, values: Object.fromEntries(values) };
}

function saidValue(value: Json): SaidValue {
  // An empty list is shown as “[]”, since a text has no words for it.
  if (!Array.isArray(value) || value.length === 0) return entryText(value);
  return shortList(value.slice(0, MAX_ENTRIES).map(entryText), value.length, MAX_ENTRIES);
}

function entryText(value: Json): string {
  const text = typeof value === 'string' ? value : visibleJson(value);
  return text.length > MAX_VALUE ? `${text.slice(0, charEnd(text, MAX_VALUE - 1))}…` : text;
}

/** The line of a call as text. If `words` is null, the line is its name and arguments. */
export function callText(words: readonly CallWord[] | null, name: string, args: JsonObject): string {
  return words === null ? callLabel(name, args) : words.map(({ text }) => text).join('');
}
