import { hasMoreValues } from '@/src/schema/values/json-bounds';
import { isStewardError, type StewardError } from '../errors';
import {
  answerTooLargeError,
  listTooLargeError,
  MAX_EVENT_LENGTH,
  MAX_EVENT_VALUES,
  MAX_LIST_VALUES,
} from './answer-limits';

/** Bounds for a text that is parsed at once. */
export interface ParseBounds {
  maxValues: number;
  /** Creates the error for exceeding a bound ({@link MAX_EVENT_LENGTH} included). */
  tooLarge(bound: 'bytes' | 'values'): StewardError;
}

/** Bounds for an event of a stream, and for an answer that isn't streamed. */
export const ANSWER_BOUNDS: ParseBounds = { maxValues: MAX_EVENT_VALUES, tooLarge: answerTooLargeError };
export const MODEL_LIST_BOUNDS: ParseBounds = { maxValues: MAX_LIST_VALUES, tooLarge: listTooLargeError };

/**
 * Parses JSON after measuring it: `JSON.parse` takes many seconds for 15 MB of empty objects, which would
 * block the worker and all chats. Throws `protocol` beyond the bounds, and SyntaxError for invalid JSON.
 */
export function parseBoundedJson(text: string, bounds: ParseBounds): unknown {
  if (text.length > MAX_EVENT_LENGTH) throw bounds.tooLarge('bytes');
  if (hasMoreValues(text, bounds.maxValues)) throw bounds.tooLarge('values');
  return parse(text);
}

/** Matches a string, closed or not, or a number that Python writes and JSON doesn't allow. */
const STRINGS_AND_NO_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:NaN|Infinity)/gs;

/**
 * Parses JSON, and two deviations from it: `NaN` and infinities become null, and control characters in strings are
 * kept.
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for.
    const controls = /[\x00-\x1f]/g;
    if (!/NaN|Infinity/.test(text) && text.search(controls) < 0) throw error;
    return JSON.parse(
      text.replace(STRINGS_AND_NO_NUMBERS, (found) =>
        found.startsWith('"') ? found.replace(controls, (one) => JSON.stringify(one).slice(1, -1)) : 'null',
      ),
    );
  }
}

/** Like {@link parseBoundedJson}, but returns undefined, which no schema accepts, for invalid JSON. */
export function parseJson(text: string, bounds: ParseBounds): unknown {
  try {
    return parseBoundedJson(text, bounds);
  } catch (error) {
    if (isStewardError(error)) throw error;
    return undefined;
  }
}
