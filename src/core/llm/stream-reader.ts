import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { type StewardError, toErrorInfo } from '../errors';
import type { AIStreamChunk } from './ai-service';
import type { StreamEvent } from './event-stream';
import { ANSWER_BOUNDS, parseBoundedJson } from './parse-json';
import { WORKING } from './read-reported-error';
import { createThinkTags } from './think-tags';

export interface ReaderDeps {
  /** The endpoint, for error messages. */
  host: string;
  /** The limit of the answer's length that was sent, in tokens; null if none was. */
  maxTokens: number | null;
  /** The error that the endpoint reports in a value; null for none. */
  reported(value: unknown, eventName: string | null): StewardError | null;
  /** Gets the data of each event that is skipped. */
  skipped(data: string): void;
}

/** Reads the events of one stream, in order. */
export interface StreamReader {
  /**
   * The chunks of an event. Throws the error that the endpoint reports in it, `answer-unclear` if it begins a second
   * answer, and `protocol` for an event that may hold a part of the answer and can't be read. Any other event that can't
   * be read is skipped. After the finish reason the answer is complete, so every event that can't be read is skipped.
   */
  read(event: StreamEvent): AIStreamChunk[];
  /** The chunks that were held back. Call once, after the last event. */
  end(): AIStreamChunk[];
  /**
   * The end that the answer has so far. `stated`: a finish reason came, or after the last piece the usage of the whole
   * answer. `text`: neither came, and the answer has no call. An answer with a call and no stated end has none, because
   * some of its calls may be missing.
   */
  ending(): 'stated' | 'text' | null;
  /**
   * The data of the first event that was skipped, if no event of the stream could be read; else null. Events that only
   * report that the server is working are not counted as skipped.
   */
  unread(): string | null;
}

/** Reads the events of one API. */
interface AnswerReader extends Pick<StreamReader, 'ending'> {
  /** The chunks of an event with this value; null if it isn't an event of the API. */
  read(value: JsonObject, event: StreamEvent): AIStreamChunk[] | null;
  /** True once the answer has its finish reason. */
  isFinished(): boolean;
}

export function createStreamReader({ reported, skipped }: ReaderDeps, answer: AnswerReader): StreamReader {
  const thinkTags = createThinkTags();
  let hasRead = false;
  let firstSkipped: string | null = null;

  /**
   * Returns the result of `read`. If it fails after the finish reason, returns null, because the answer is already complete; unless it fails
   * because a second answer begins.
   */
  function tried<Result>(read: () => Result): Result | null {
    try {
      return read();
    } catch (error) {
      if (!answer.isFinished() || toErrorInfo(error).code === 'answer-unclear') throw error;
      return null;
    }
  }

  return {
    read(event) {
      const { name, data } = event;
      // The data of an event named `error` may be plain text.
      const mayBeJson = MAY_BE_JSON.test(data) && name !== 'error';
      const value = mayBeJson ? tried(() => parseBoundedJson(data, ANSWER_BOUNDS)) : data;
      const failure = reported(value, name);
      if (failure !== null) throw failure;
      const chunks = isJsonObject(value) ? tried(() => answer.read(value, event)) : null;
      if (chunks === null) {
        if (!isSignOfWork(data)) firstSkipped ??= data;
        skipped(data);
        return [];
      }
      hasRead ||= chunks.length > 0;
      return chunks.flatMap((chunk) => thinkTags.add(chunk));
    },
    end: () => thinkTags.end(),
    ending: () => answer.ending(),
    unread: () => (hasRead ? null : firstSkipped),
  };
}

/** An object, or a list with one, as some servers send an error. */
const MAY_BE_JSON = /^\s*(\[\s*)?\{/;

/**
 * True for an event that only reports that the server is working: it is nearly empty, or short and has a word for that.
 */
function isSignOfWork(data: string): boolean {
  return data.length < 8 || (data.length < 200 && WORKING.test(data));
}
