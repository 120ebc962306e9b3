import { createParser } from 'eventsource-parser';
import { answerTooLargeError, MAX_EVENT_LENGTH } from './answer-limits';

/** One server-sent event. */
export interface StreamEvent {
  /** Null if it has none. */
  name: string | null;
  /** Its lines, joined; never empty. */
  data: string;
}

export interface EventReader {
  /** The events that a piece of the body completes. Throws `protocol` beyond {@link MAX_EVENT_LENGTH}. */
  add(text: string): StreamEvent[];
  /** The event that the body's end completes; to be called once. */
  end(): StreamEvent[];
}

/**
 * Splits the text of a body into its events, by the standard for server-sent events. An event without data is dropped,
 * whatever its name: servers send such events to keep the connection alive. Unlike the standard, it reads a last event
 * without an empty line after it: some servers leave it out.
 */
export function createEventReader(): EventReader {
  let events: StreamEvent[] = [];
  /** Characters since the last event. */
  let length = 0;
  /** Whether the last piece ended with a CR; an LF after it belongs to it. */
  let endedWithCr = false;
  const parser = createParser({
    onEvent({ event: name, data }) {
      length = 0;
      if (data !== '') events.push({ name: name ?? null, data });
    },
  });

  function taken(): StreamEvent[] {
    const all = events;
    events = [];
    return all;
  }

  // The parser holds a CR at the end of a piece back until it sees what follows; an event that is whole can't wait for
  // a packet that may never come.
  function withoutCr(text: string): string {
    const rest = endedWithCr && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }

  return {
    add(text) {
      length += text.length;
      if (text !== '') parser.feed(withoutCr(text));
      if (length > MAX_EVENT_LENGTH) throw answerTooLargeError('bytes');
      return taken();
    },
    end() {
      parser.feed('\n\n');
      return taken();
    },
  };
}
