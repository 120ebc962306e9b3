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
 * Splits the text of a body into its events, by the standard for server-sent events: LF, CR and CRLF end a line, a
 * comment says nothing, and an event without data is dropped, whatever its name. Servers send such events to keep the
 * connection alive. Unlike the standard, it reads a last event without an empty line after it: some servers leave it out.
 */
export function createEventReader(): EventReader {
  let line = '';
  let endedByReturn = false;
  let name: string | null = null;
  let data: string[] = [];
  let length = 0;

  function complete(): StreamEvent[] {
    const event = { name, data: data.join('\n') };
    name = null;
    data = [];
    length = 0;
    return event.data === '' ? [] : [event];
  }

  function readLine(whole: string): StreamEvent[] {
    if (whole === '') return complete();
    const [, field, value = ''] = FIELD.exec(whole) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') {
      data.push(value);
      length += value.length + 1;
    }
    if (length > MAX_EVENT_LENGTH) throw answerTooLargeError('bytes');
    return [];
  }

  return {
    add(text) {
      if (text === '') return [];
      const isRestOfLineEnd = endedByReturn && text.startsWith('\n');
      endedByReturn = text.endsWith('\r');
      const lines = (isRestOfLineEnd ? text.slice(1) : text).split(/\r\n|\r|\n/);
      const open = lines.pop() ?? '';
      const events = lines.flatMap((piece) => {
        const whole = line + piece;
        line = '';
        return readLine(whole);
      });
      line += open;
      return events;
    },
    end() {
      const last = readLine(line);
      return last.length > 0 ? last : complete();
    },
  };
}

const FIELD = /^([^:]*)(?:: ?(.*))?$/s;
