import { createParser } from 'eventsource-parser';
import { isJsonObject } from '@/src/schema/values/json';
import { answerTooLargeError, MAX_EVENT_LENGTH } from './answer-limits';
import { ANSWER_BOUNDS, parseJson } from './parse-json';

export interface StreamEvent {
  /** Null if it has none. */
  name: string | null;
  /** The data lines, joined; never empty. */
  data: string;
}

export interface EventReader {
  /**
   * The events completed by a piece of the body. For an event that exceeds a bound of answer-limits.ts, yields the
   * events before it and then throws `protocol`, so that the result depends little on how the network cuts the
   * body.
   */
  add(text: string): Iterable<StreamEvent>;
  /** The event completed by the end of the body. Call once. */
  end(): Iterable<StreamEvent>;
}

/**
 * Splits a body into server-sent events, as the standard defines them, with three exceptions. An event without data is
 * dropped: servers send such events to keep the connection alive. The last event needs no empty line after it, because
 * some servers leave that out. Some servers end events with a single line feed, or append the end mark to the last
 * event; so data that isn't JSON is split at its line breaks if each of its lines is JSON or the end mark.
 */
export function createEventReader(): EventReader {
  let events: StreamEvent[] = [];
  /** Characters since the last event. */
  let length = 0;
  /** True if the last piece ended with a CR. An LF right after the CR belongs to the same line break. */
  let endedWithCr = false;
  const parser = createParser({
    onEvent({ event: name, data }) {
      length = 0;
      events.push({ name: name ?? null, data });
    },
  });

  function* taken(): Generator<StreamEvent> {
    const all = events;
    events = [];
    for (const { name, data } of all) for (const one of linesOf(data)) yield { name, data: one };
  }

  // The parser waits after a trailing CR for the next character. A complete event must not wait for a packet
  // that may never come.
  function withoutCr(text: string): string {
    const rest = endedWithCr && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }

  return {
    *add(text) {
      length += text.length;
      if (text !== '') parser.feed(withoutCr(text));
      yield* taken();
      if (length > MAX_EVENT_LENGTH) throw answerTooLargeError('bytes');
    },
    end() {
      parser.feed('\n\n');
      return taken();
    },
  };
}

const LINES = /\n|(?<=\})\s*(?:data: ?)?(?=\[DONE\]\s*$)/i;

function linesOf(data: string): string[] {
  const lines = LINES.test(data) ? data.split(LINES).filter((line) => line.trim() !== '') : [data];
  const areWhole =
    lines.length > 1 &&
    parseJson(data, ANSWER_BOUNDS) === undefined &&
    lines.every((line) => /^\s*\[DONE\]/i.test(line) || isJsonObject(parseJson(line, ANSWER_BOUNDS)));
  return (areWhole ? lines : [data]).filter((line) => line !== '');
}
