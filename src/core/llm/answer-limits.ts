import { type StewardError, textError } from '../errors';

/** Maximum length of the text and the reasoning of one answer together, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 5_000_000;
/** Maximum length of the ids, names and arguments of all calls of one answer together, in UTF-16 units. */
export const MAX_CALLS_LENGTH = 2_000_000;
/**
 * Maximum length of the unknown members of one answer and its calls, as JSON, in UTF-16 units. They contain a copy
 * of the reasoning, and signatures of several kilobytes.
 */
export const MAX_MEMBERS_LENGTH = 1_000_000;
/** Maximum length of one event of a stream, or of one answer that isn't streamed, in UTF-16 units. */
export const MAX_EVENT_LENGTH = 16 * 1_024 * 1_024;
/**
 * Maximum number of values (texts, numbers, lists, objects) in one such event or answer. A thousand calls have
 * about ten thousand values.
 */
export const MAX_EVENT_VALUES = 40_000;
/** Maximum number of values in a list of models. One model may have a hundred. */
export const MAX_LIST_VALUES = 300_000;

/** Error for an answer that exceeds one of these bounds, or the byte limit of one response. It isn't retried. */
export function answerTooLargeError(bound: 'text' | 'calls' | 'bytes' | 'values'): StewardError {
  return textError('protocol', 'error.llm.answerTooLarge', {
    remedy: 'remedy.askForLess',
    details: {
      text: `more than ${MAX_TEXT_LENGTH} characters of text`,
      calls: `more than ${MAX_CALLS_LENGTH} characters in its tool calls`,
      bytes: 'more bytes than are read of one response',
      values: 'more values than are read of one piece of a response',
    }[bound],
  });
}

/** Error for a list of models that exceeds {@link MAX_LIST_VALUES} or {@link MAX_EVENT_LENGTH}. */
export function listTooLargeError(): StewardError {
  return textError('protocol', 'error.llm.listTooLarge', {
    details: `more than ${MAX_LIST_VALUES} values or ${MAX_EVENT_LENGTH} characters`,
  });
}
