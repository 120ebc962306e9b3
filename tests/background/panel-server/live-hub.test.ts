import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveHub, type LiveHub, type LivePort } from '@/src/background/panel-server/live-hub';
import { type LiveTail, reduceTail } from '@/src/core/records/live-tail';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { type LiveMessage, MAX_LIVE_TEXT } from '@/src/messages/live';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A panel from the hub's view: its port, and the tail that it would show. */
function createPanel() {
  const received: LiveMessage[] = [];
  let say: (message: unknown) => void = () => undefined;
  let leave: () => void = () => undefined;
  let tail: LiveTail | null = null;
  const port: LivePort = {
    postMessage(message) {
      received.push(structuredClone(message));
      if (message.type === 'replay') tail = message.tail;
      if (message.type === 'replay-more' && tail !== null) {
        tail = { ...tail, [message.field]: tail[message.field] + message.text };
      }
      if (message.type !== 'events') return;
      for (const event of message.events) {
        const step = reduceTail(tail, event);
        if (step.kind === 'gap') throw new Error('gap');
        tail = step.tail;
      }
    },
    onMessage: {
      addListener(listener) {
        say = listener;
      },
    },
    onDisconnect: {
      addListener(listener) {
        leave = listener;
      },
    },
  };
  return { port, received, say: (message: unknown) => say(message), leave: () => leave(), tail: () => tail };
}

function createHub() {
  const watched: string[] = [];
  const refusals: string[] = [];
  const hub = createLiveHub({
    onRefused: (refusal) => void refusals.push(refusal.what),
    epoch: 'e1',
    clock: { now: () => Date.now() },
    onWatch: (chatId) => void watched.push(chatId),
  });
  const source = { chatId: 'c', runId: 'r', attempt: 1 };
  const chunk = (text: string): LoopEvent => ({
    type: 'chunk-received',
    messageId: 'm',
    kind: 'content',
    text,
  });
  return {
    hub,
    watched,
    refusals,
    emit: (event: LoopEvent) => hub.emit(source, event),
    say: (text: string) => hub.emit(source, chunk(text)),
  };
}

/** A panel that watches the chat `c`. */
function watching(hub: LiveHub) {
  const panel = createPanel();
  hub.connect(panel.port);
  panel.say({ type: 'watch', chatId: 'c' });
  return panel;
}

/** A text that is too long for one message, with surrogate pairs at every possible cut. */
const LONG = `a${'😀'.repeat(400_000)}`;

/** The longest text in one message. */
function longestText(received: readonly LiveMessage[]): number {
  const texts = received.map((message) => {
    if (message.type === 'replay-more') return message.text.length;
    if (message.type === 'replay') return (message.tail?.content ?? '').length;
    if (message.type === 'page' || message.type === 'summary') return 0;
    return message.events.reduce((sum, { event }) => {
      if (event.type === 'tool-call-part-received') return sum + event.argumentsText.length;
      return sum + (event.type === 'chunk-received' ? event.text.length : 0);
    }, 0);
  });
  return Math.max(...texts);
}

describe('an answer that is too long for one message', () => {
  it('is sent in messages of bounded length, complete', () => {
    const { hub, say, emit } = createHub();
    const panel = watching(hub);
    emit({ type: 'response-started', messageId: 'm' });
    say(LONG);
    say(LONG);
    vi.advanceTimersByTime(50);
    expect(panel.tail()?.content === LONG + LONG).toBe(true);
    expect(longestText(panel.received)).toBeLessThanOrEqual(MAX_LIVE_TEXT);
    expect(panel.received.length).toBeGreaterThan(20);
  });

  it('is replayed in messages of bounded length, and later events continue it', () => {
    const { hub, say, emit } = createHub();
    emit({ type: 'response-started', messageId: 'm' });
    emit({ type: 'chunk-received', messageId: 'm', kind: 'reasoning', text: LONG });
    say(LONG);
    const panel = watching(hub);
    say('!');
    vi.advanceTimersByTime(50);
    expect(panel.tail()?.content === `${LONG}!`).toBe(true);
    expect(panel.tail()?.reasoning === LONG).toBe(true);
    expect(longestText(panel.received)).toBeLessThanOrEqual(MAX_LIVE_TEXT);
  });

  it('has bounded messages for the arguments of a call too', () => {
    const { hub, emit } = createHub();
    const panel = watching(hub);
    const part = { type: 'tool-call-part-received', messageId: 'm', index: 0, name: 'add' } as const;
    emit({ ...part, argumentsText: LONG });
    vi.advanceTimersByTime(50);
    expect(panel.tail()?.toolCalls).toEqual([{ index: 0, name: 'add', argumentsText: LONG }]);
    expect(longestText(panel.received)).toBeLessThanOrEqual(MAX_LIVE_TEXT);
  });
});

describe('the live hub', () => {
  it('sends the first chunk at once and joins later ones within 50 ms', () => {
    const { hub, say } = createHub();
    const panel = watching(hub);
    vi.advanceTimersByTime(100);
    for (const word of ['one ', 'two ', 'three ']) say(word);
    const texts = () =>
      panel.received.flatMap((message) => (message.type === 'events' ? [message.events] : []));
    expect(texts()).toHaveLength(1);
    vi.advanceTimersByTime(50);
    expect(texts()).toHaveLength(2);
    expect(panel.tail()?.content).toBe('one two three ');
  });

  it('replays the whole tail to a late or returning panel, and then continues without duplicates', () => {
    const { hub, say, watched } = createHub();
    say('one ');
    say('two ');
    const panel = watching(hub);
    expect(panel.tail()?.content).toBe('one two ');
    say('three ');
    vi.advanceTimersByTime(60);
    panel.say({ type: 'replay', chatId: 'c' });
    expect(panel.tail()?.content).toBe('one two three ');
    expect(watched).toEqual(['c']);
  });

  it('sends the same to every panel, and nothing to those that watch another chat or left', () => {
    const { hub, say } = createHub();
    const [a, b, elsewhere, gone] = [createPanel(), createPanel(), createPanel(), createPanel()];
    for (const panel of [a, b, elsewhere, gone]) hub.connect(panel.port);
    for (const panel of [a, b, gone]) panel.say({ type: 'watch', chatId: 'c' });
    elsewhere.say({ type: 'watch', chatId: 'other' });
    gone.leave();
    say('word');
    vi.advanceTimersByTime(60);
    expect([a, b, elsewhere, gone].map((panel) => panel.tail()?.content)).toEqual([
      'word',
      'word',
      undefined,
      undefined,
    ]);
  });

  it('replays the scheduled retry of a failed request until anything follows', () => {
    const { hub, emit, say } = createHub();
    const error = { code: 'network', message: 'No answer.', remedy: 'Wait.', details: null } as const;
    emit({ type: 'response-started', messageId: 'm' });
    vi.setSystemTime(5_000);
    emit({ type: 'retry-scheduled', attempt: 1, attempts: 3, delayMs: 60_000, error });
    vi.advanceTimersByTime(30_000);
    const retry = { attempt: 1, attempts: 3, dueAtMs: 65_000, problem: 'No answer.' };
    expect(watching(hub).tail()?.retry).toEqual(retry);
    say('word');
    expect(watching(hub).tail()).not.toHaveProperty('retry');
  });

  it('replays no response that is already stored', () => {
    const { hub, emit, say } = createHub();
    const panel = createPanel();
    hub.connect(panel.port);
    say('answer');
    emit({ type: 'response-ended', messageId: 'm', stored: true });
    panel.say({ type: 'watch', chatId: 'c' });
    expect(panel.tail()).toMatchObject({ messageId: null, content: '' });
    emit({ type: 'response-started', messageId: 'n' });
    say('next');
    vi.advanceTimersByTime(60);
    expect(panel.tail()?.content).toBe('next');
  });

  it('restarts numbering with an attempt', () => {
    const { hub, say } = createHub();
    const panel = watching(hub);
    say('old');
    vi.advanceTimersByTime(60);
    hub.emit(
      { chatId: 'c', runId: 'r', attempt: 2 },
      { type: 'chunk-received', messageId: 'n', kind: 'content', text: 'new' },
    );
    vi.advanceTimersByTime(60);
    expect(panel.tail()).toMatchObject({ attempt: 2, seq: 1, content: 'new' });
  });

  it('refuses an invalid watch request', () => {
    const { hub, refusals } = createHub();
    const panel = createPanel();
    hub.connect(panel.port);
    panel.say({ type: 'drop-database' });
    expect(panel.received).toEqual([]);
    expect(refusals).toEqual(['watch-request']);
  });
});
