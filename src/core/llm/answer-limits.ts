import { StewardError } from '../errors';

/** Text and reasoning of one answer together, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 5_000_000;
/** Ids, names and arguments of all calls of one answer together, in UTF-16 units. */
export const MAX_CALLS_LENGTH = 2_000_000;

/** An answer beyond one of these bounds, or beyond the bytes that are read of one response. Not to be repeated. */
export function answerTooLargeError(bound: 'text' | 'calls' | 'bytes'): StewardError {
  return new StewardError('protocol', "The model's answer is too large for Steward.", {
    remedy: 'Ask for less at a time, or choose another model.',
    details: {
      text: `more than ${MAX_TEXT_LENGTH} characters of text`,
      calls: `more than ${MAX_CALLS_LENGTH} characters in its tool calls`,
      bytes: 'more bytes than are read of one response',
    }[bound],
  });
}
