import { isStewardError, type StewardError } from '../errors';
import {
  answerTooLargeError,
  listTooLargeError,
  MAX_EVENT_LENGTH,
  MAX_EVENT_VALUES,
  MAX_LIST_VALUES,
} from './answer-limits';

/** How large a text may be that is parsed in one go. */
export interface JsonBounds {
  maxValues: number;
  /** The error beyond it, and beyond {@link MAX_EVENT_LENGTH}. */
  tooLarge(bound: 'bytes' | 'values'): StewardError;
}

/** Those of an event of a stream, and of an answer that isn't streamed. */
export const ANSWER_BOUNDS: JsonBounds = { maxValues: MAX_EVENT_VALUES, tooLarge: answerTooLargeError };
export const MODEL_LIST_BOUNDS: JsonBounds = { maxValues: MAX_LIST_VALUES, tooLarge: listTooLargeError };

/**
 * The text as JSON. It is measured first: 15 MB of empty objects take `JSON.parse` many seconds, in which the worker,
 * and with it all chats, would stand still. Throws `protocol` beyond the bounds, and SyntaxError for what isn't JSON.
 */
export function parseBoundedJson(text: string, bounds: JsonBounds): unknown {
  if (text.length > MAX_EVENT_LENGTH) throw bounds.tooLarge('bytes');
  if (hasMoreValues(text, bounds.maxValues)) throw bounds.tooLarge('values');
  return JSON.parse(text);
}

/** The same; undefined, which no schema of ours accepts, for what isn't JSON. */
export function parseJson(text: string, bounds = ANSWER_BOUNDS): unknown {
  try {
    return parseBoundedJson(text, bounds);
  } catch (error) {
    if (isStewardError(error)) throw error;
    return undefined;
  }
}

const [QUOTE, COMMA, BACKSLASH, LIST, OBJECT] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Counts what begins a value: an opening bracket, and a comma outside of texts. */
function hasMoreValues(text: string, most: number): boolean {
  // The shortest value has two characters, with its comma.
  if (text.length < 2 * most) return false;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isInText = false;
    } else if (character === QUOTE) isInText = true;
    else if (character === COMMA || character === LIST || character === OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}
