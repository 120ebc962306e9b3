import { isJsonObject } from '@/src/schema/values/json';
import type { StewardError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import type { StreamEvent } from './event-stream';
import { ANSWER_BOUNDS, parseBoundedJson } from './parse-json';
import { WORKING } from './read-reported-error';
import { type AnswerEvent, createStreamEventReader } from './read-stream-event';
import { createSecondStartCheck } from './second-start';
import { createThinkTags } from './think-tags';

/** Reads the events of one stream, in order. */
export interface StreamReader {
  /**
   * The chunks of an event. Throws the error that the endpoint reports in it, `answer-unclear` if it begins a second
   * answer, and `protocol` for an event that may hold a part of the answer and can't be read. Any other event that can't be read is skipped. After the finish
   * reason the answer is complete, so every event that can't be read is skipped. Some proxies send each event
   * twice: as long as all events with a call come in equal pairs, a pair counts once. Pieces of one call never
   * begin with such a pair, because no JSON object starts with two equal pieces.
   */
  read(event: StreamEvent): AIStreamChunk[];
  /**
   * The chunks that were held back. Call once, after the last event. Throws `answer-unclear` if the stream may hold
   * two answers.
   */
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

/**
 * @param deps.host the endpoint, for error messages
 * @param deps.reported the error that the endpoint reports in a value; null for none
 * @param deps.skipped gets the data of each event that is skipped
 */
export function createStreamReader(deps: {
  host: string;
  reported(value: unknown, eventName: string | null): StewardError | null;
  skipped(data: string): void;
}): StreamReader {
  const { host, reported, skipped } = deps;
  const secondStart = createSecondStartCheck();
  const thinkTags = createThinkTags();
  const readEvent = createStreamEventReader(host);
  let isFinished = false;
  let hasCall = false;
  let hasUsageAfterPieces = false;
  /** True if pieces of the answer come with a usage, which then says nothing about the end. */
  let hasUsageInPieces = false;
  let hasRead = false;
  let firstSkipped: string | null = null;
  /**
   * Data of the last event with a call, until the event is repeated; then empty, as at the start. Null once such an
   * event was not repeated: pairs are no longer looked for.
   */
  let unpaired: string | null = '';

  /** Calls `read`. Undefined if that fails after the finish reason. */
  function tried<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!isFinished) throw error;
      return undefined;
    }
  }

  function noteEnd({ hasChoice, chunks }: AnswerEvent): void {
    const has = (type: AIStreamChunk['type']) => chunks.some((chunk) => chunk.type === type);
    const hasPiece = has('content') || has('reasoning') || has('tool-call-part');
    hasCall ||= has('tool-call-part');
    isFinished = has('finish') || (isFinished && !hasPiece);
    if (hasPiece) {
      hasUsageAfterPieces = false;
      hasUsageInPieces ||= has('usage');
    } else if (has('usage')) hasUsageAfterPieces = !hasChoice || !hasUsageInPieces;
  }

  return {
    read({ name, data }) {
      // The data of an event named `error` may be plain text.
      const mayBeJson = MAY_BE_JSON.test(data) && name !== 'error';
      const value = mayBeJson ? tried(() => parseBoundedJson(data, ANSWER_BOUNDS)) : data;
      const failure = reported(value, name);
      if (failure !== null) throw failure;
      const event = holdsPart(value) ? tried(() => readEvent(value)) : undefined;
      if (event === undefined) {
        if (!isSignOfWork(data)) firstSkipped ??= data;
        skipped(data);
        return [];
      }
      hasRead ||= event.chunks.length > 0;
      const calls = event.chunks.filter((chunk) => chunk.type === 'tool-call-part');
      if (unpaired !== null && (unpaired !== '' || calls.length > 0)) {
        const isPair = data === unpaired;
        const mayBePaired = unpaired === '' && calls.every(isIdentified);
        unpaired = isPair ? '' : mayBePaired ? data : null;
        if (isPair) return [];
      }
      noteEnd(event);
      secondStart.add(event);
      return event.chunks.flatMap((chunk) => thinkTags.add(chunk));
    },
    end() {
      secondStart.end();
      return thinkTags.end();
    },
    ending() {
      if (isFinished || hasUsageAfterPieces) return 'stated';
      return hasRead && !hasCall ? 'text' : null;
    },
    unread: () => (hasRead ? null : firstSkipped),
  };
}

/** True if an identical second part repeats this one. With a name and no id, it could be a second call with equal arguments. */
function isIdentified({ id, name }: Extract<AIStreamChunk, { type: 'tool-call-part' }>): boolean {
  return name === null || id !== null;
}

/** An object, or a list with one, as some servers send an error. */
const MAY_BE_JSON = /^\s*(\[\s*)?\{/;

/** True for an event of the API; servers send others to keep the connection alive. */
function holdsPart(value: unknown): boolean {
  return isJsonObject(value) && [value.choices, value.usage, value.timings].some((field) => field != null);
}

/**
 * True for an event that only reports that the server is working: it is nearly empty, or short and has a word for that.
 */
function isSignOfWork(data: string): boolean {
  return data.length < 8 || (data.length < 200 && WORKING.test(data));
}
