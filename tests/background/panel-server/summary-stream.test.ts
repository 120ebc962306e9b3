import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSummaryStream } from '@/src/background/panel-server/summary-stream';
import { type LiveSummary, reduceSummary, type SummaryEvent } from '@/src/core/records/live-summary';
import { MAX_LIVE_TEXT } from '@/src/messages/live';

const STARTED: SummaryEvent = { type: 'started', requestId: 'q', messageId: 's', after: 3 };
const text = (piece: string): SummaryEvent => ({ type: 'text', text: piece });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream, the events that a panel of the chat `c` received, and the summary that it shows. */
function stream() {
  const received: SummaryEvent[] = [];
  const summaries = createSummaryStream((chatId, message) => {
    if (chatId === 'c' && message.type === 'summary') received.push(message.event);
  });
  const shown = () => received.reduce<LiveSummary | null>(reduceSummary, null);
  return { summaries, received, shown };
}

describe('the stream of a summary', () => {
  it('joins the text of short intervals, and sends the rest before the end', () => {
    const { summaries, received } = stream();
    summaries.emit('c', STARTED);
    for (const word of ['They ', 'said ']) summaries.emit('c', text(word));
    summaries.emit('other', STARTED);
    summaries.emit('other', text('not this'));
    vi.advanceTimersByTime(50);
    summaries.emit('c', text('hello.'));
    summaries.emit('c', { type: 'ended', isStored: true });
    vi.advanceTimersByTime(1_000);
    const end = { type: 'ended', isStored: true };
    expect(received).toEqual([STARTED, text('They said '), text('hello.'), end]);
  });

  it('drops what was received before a new start', () => {
    const { summaries, shown } = stream();
    summaries.emit('c', STARTED);
    summaries.emit('c', text('Half'));
    summaries.emit('c', STARTED);
    summaries.emit('c', text('Whole.'));
    vi.advanceTimersByTime(50);
    expect(shown()).toMatchObject({ text: 'Whole.', isWriting: true });
  });

  it('gives a panel that starts to watch everything so far, and each word once', () => {
    const { summaries, shown } = stream();
    summaries.emit('c', STARTED);
    summaries.emit('c', text('They said '));
    summaries.resend('c');
    vi.advanceTimersByTime(1_000);
    summaries.emit('c', text('hello.'));
    vi.advanceTimersByTime(1_000);
    expect(shown()).toEqual({
      requestId: 'q',
      messageId: 's',
      after: 3,
      text: 'They said hello.',
      isWriting: true,
    });
  });

  it.each<[string, (summaries: ReturnType<typeof createSummaryStream>) => void]>([
    ['none was requested', () => undefined],
    [
      'the last one ended',
      (summaries) => {
        summaries.emit('c', STARTED);
        summaries.emit('c', { type: 'ended', isStored: true });
      },
    ],
  ])('clears what a panel that connects again still shows if %s', (_, before) => {
    const { summaries, received, shown } = stream();
    before(summaries);
    summaries.resend('c');
    expect(received.at(-1)).toEqual({ type: 'ended', isStored: false });
    expect(shown()).toBeNull();
  });

  it('splits a text that is too long for one message', () => {
    const { summaries, received, shown } = stream();
    const long = 'x'.repeat(2 * MAX_LIVE_TEXT + 1);
    summaries.emit('c', STARTED);
    summaries.emit('c', text(long));
    vi.advanceTimersByTime(50);
    expect(received).toHaveLength(4);
    expect(shown()?.text).toBe(long);
  });
});
