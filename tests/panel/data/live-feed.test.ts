import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SummaryEvent } from '@/src/core/records/live-summary';
import type { LoopEvent, NumberedEvent } from '@/src/core/records/loop-event';
import type { LiveMessage, WatchRequest } from '@/src/messages/live';
import { createLiveFeed, type FeedPort } from '@/src/panel/data/live-feed';
import { thoughtForMs } from '@/src/panel/data/thinking-time';

interface FakePort extends FeedPort {
  requests: WatchRequest[];
  isClosed: boolean;
  say(message: LiveMessage): void;
  die(): void;
}

function fakePort(): FakePort {
  const onMessage: ((message: LiveMessage) => void)[] = [];
  const onDisconnect: (() => void)[] = [];
  const port: FakePort = {
    requests: [],
    isClosed: false,
    postMessage: (request) => port.requests.push(request),
    disconnect: () => {
      port.isClosed = true;
    },
    onMessage: { addListener: (listener) => onMessage.push(listener) },
    onDisconnect: { addListener: (listener) => onDisconnect.push(listener) },
    say: (message) => {
      for (const listener of onMessage) listener(message);
    },
    die: () => {
      for (const listener of onDisconnect) listener();
    },
  };
  return port;
}

function event(seq: number, loopEvent: LoopEvent, atMs = 0): NumberedEvent {
  return { epoch: 'e', chatId: 'c', runId: 'r', attempt: 1, seq, atMs, event: loopEvent };
}

const started: LoopEvent = { type: 'response-started', messageId: 'm' };
const text = (piece: string): LoopEvent => ({
  type: 'chunk-received',
  messageId: 'm',
  kind: 'content',
  text: piece,
});
const thought = (piece: string): LoopEvent => ({
  type: 'chunk-received',
  messageId: 'm',
  kind: 'reasoning',
  text: piece,
});
const retryScheduled: LoopEvent = {
  type: 'retry-scheduled',
  attempt: 1,
  attempts: 3,
  delayMs: 1_200,
  error: { code: 'network', message: 'The endpoint is not reachable.', remedy: 'Wait.', details: null },
};
const nothingStreams: LiveMessage = { type: 'replay', chatId: 'c', epoch: 'e', tail: null };

/** A feed with a subscriber; `ports` are the ports it opened, in order. */
function watchedFeed() {
  const ports: FakePort[] = [];
  const onReturn = vi.fn();
  const connect = () => {
    const port = fakePort();
    ports.push(port);
    return port;
  };
  const feed = createLiveFeed('c', connect, onReturn);
  const stop = feed.subscribe(() => undefined);
  const port = (index: number): FakePort => {
    const opened = ports[index];
    if (opened === undefined) throw new Error(`The feed opened ${ports.length} ports only.`);
    return opened;
  };
  return { feed, ports, port, stop, onReturn };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a live feed', () => {
  it('watches its chat on the first subscription, and closes the port on the last unsubscription', () => {
    const { port, stop } = watchedFeed();
    expect(port(0).requests).toEqual([{ type: 'watch', chatId: 'c' }]);
    stop();
    expect(port(0).isClosed).toBe(true);
  });

  it('says that a worker answers again, but not that the first one does', () => {
    const { port, onReturn } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say(nothingStreams);
    expect(onReturn).not.toHaveBeenCalled();
    port(0).die();
    vi.runAllTimers();
    expect(onReturn).not.toHaveBeenCalled();
    port(1).say(nothingStreams);
    expect(onReturn).toHaveBeenCalledOnce();
  });

  it('adds the rest of a long replay to its tail, before what follows', () => {
    const { feed, port, stop } = watchedFeed();
    const tail = {
      epoch: 'e',
      runId: 'r',
      attempt: 1,
      seq: 3,
      messageId: 'm',
      content: 'a',
      reasoning: 'h',
      toolCalls: [],
    };
    port(0).say({ type: 'replay', chatId: 'c', epoch: 'e', tail });
    port(0).say({ type: 'replay-more', chatId: 'c', field: 'reasoning', text: 'm' });
    port(0).say({ type: 'replay-more', chatId: 'c', field: 'content', text: 'b' });
    port(0).say({ type: 'replay-more', chatId: 'other', field: 'content', text: 'x' });
    port(0).say({ type: 'events', events: [event(4, text('c'))] });
    expect(feed.getSnapshot().tail).toMatchObject({ content: 'abc', reasoning: 'hm', seq: 4 });
    stop();
  });

  it('adds events to its tail and measures the thinking by their times', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say({ type: 'events', events: [event(1, started), event(2, thought('hm'), 1_000)] });
    expect(thoughtForMs(feed.getSnapshot().thinkingTime)).toBeNull();
    port(0).say({ type: 'events', events: [event(3, text('Done'), 3_500), event(4, text('.'), 9_000)] });
    expect(feed.getSnapshot().tail).toMatchObject({ content: 'Done.', reasoning: 'hm' });
    expect(thoughtForMs(feed.getSnapshot().thinkingTime)).toBe(2_500);
    stop();
  });

  it('clears text and thinking time of a restarted answer', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say({ type: 'events', events: [event(1, started), event(2, thought('hm'), 1_000)] });
    port(0).say({ type: 'events', events: [event(3, text('Ha'), 3_500)] });
    port(0).say({ type: 'events', events: [event(4, { type: 'response-restarted', messageId: 'm' })] });
    expect(feed.getSnapshot().tail).toMatchObject({ messageId: 'm', content: '', reasoning: '' });
    expect(thoughtForMs(feed.getSnapshot().thinkingTime)).toBe(0);
    stop();
  });

  it('measures the thinking up to the first piece with text and no reasoning', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    const time = () => thoughtForMs(feed.getSnapshot().thinkingTime);
    port(0).say({ type: 'events', events: [event(1, started), event(2, thought('hm'), 1_000)] });
    // The two chunks of a piece with both.
    port(0).say({ type: 'events', events: [event(3, text('So'), 2_000), event(4, thought('hm'), 2_000)] });
    expect(time()).toBeNull();
    port(0).say({ type: 'events', events: [event(5, text('Done'), 3_500)] });
    expect(time()).toBe(2_500);
    stop();
  });

  it('has the summary of its chat as it is written, until the stored one replaces it', () => {
    const { feed, port, stop } = watchedFeed();
    const said = (chatId: string, event: SummaryEvent) => port(0).say({ type: 'summary', chatId, event });
    said('c', { type: 'started', requestId: 'q', messageId: 's', after: 1 });
    said('c', { type: 'text', text: 'They ' });
    said('other', { type: 'text', text: 'not this' });
    said('c', { type: 'text', text: 'met.' });
    expect(feed.getSnapshot().summary).toMatchObject({ messageId: 's', text: 'They met.', isWriting: true });
    said('c', { type: 'ended', isStored: true });
    expect(feed.getSnapshot().summary).toMatchObject({ text: 'They met.', isWriting: false });
    feed.settle('s');
    expect(feed.getSnapshot().summary).toBeNull();
    stop();
  });

  it('ignores events until the requested replay arrives', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say({ type: 'events', events: [event(1, started), event(2, text('early'))] });
    expect(feed.getSnapshot().tail).toBeNull();
    stop();
  });

  it('requests one replay when an event is missing, and continues from it', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say({ type: 'events', events: [event(1, started), event(3, text('c')), event(4, text('d'))] });
    expect(port(0).requests.slice(1)).toEqual([{ type: 'replay', chatId: 'c' }]);
    port(0).say({
      type: 'replay',
      chatId: 'c',
      epoch: 'e',
      tail: {
        epoch: 'e',
        runId: 'r',
        attempt: 1,
        seq: 4,
        messageId: 'm',
        content: 'bcd',
        reasoning: '',
        toolCalls: [],
      },
    });
    port(0).say({ type: 'events', events: [event(5, text('e'))] });
    expect(feed.getSnapshot().tail?.content).toBe('bcde');
    stop();
  });

  it('opens a new port at once when the old one closes, and watches again', () => {
    const { ports, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).die();
    vi.advanceTimersByTime(0);
    expect(ports).toHaveLength(2);
    expect(port(1).requests).toEqual([{ type: 'watch', chatId: 'c' }]);
    stop();
  });

  it('reports the link as lost after several attempts, and as open once the background responds', () => {
    const { feed, ports, port, stop } = watchedFeed();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      port(attempt).die();
      vi.advanceTimersByTime(2_000);
    }
    expect(feed.getSnapshot().link).toBe('lost');
    port(ports.length - 1).say(nothingStreams);
    expect(feed.getSnapshot().link).toBe('open');
    stop();
  });

  it('stops reconnecting after the last unsubscription', () => {
    const { ports, port, stop } = watchedFeed();
    port(0).die();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(ports).toHaveLength(1);
  });

  it('ignores messages about other chats and from an old port', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say({ type: 'page', chatId: 'another', page: { state: 'gone' } });
    expect(feed.getSnapshot().page).toBeNull();
    port(0).die();
    vi.advanceTimersByTime(0);
    port(0).say({ type: 'page', chatId: 'c', page: { state: 'gone' } });
    expect(feed.getSnapshot().page).toBeNull();
    port(1).say({ type: 'page', chatId: 'c', page: { state: 'gone' } });
    expect(feed.getSnapshot().page).toEqual({ state: 'gone' });
    stop();
  });

  it('clears its copy of a stored message, but keeps the sequence number', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say({ type: 'events', events: [event(1, started), event(2, text('a'))] });
    feed.settle('another');
    expect(feed.getSnapshot().tail?.content).toBe('a');
    feed.settle('m');
    expect(feed.getSnapshot().tail).toMatchObject({ messageId: null, content: '' });
    port(0).say({ type: 'events', events: [event(3, { type: 'response-started', messageId: 'n' })] });
    expect(feed.getSnapshot().tail?.messageId).toBe('n');
    expect(port(0).requests).toHaveLength(1);
    stop();
  });

  it('has the scheduled retry of a replay, and applies none twice', () => {
    const { feed, port, stop } = watchedFeed();
    port(0).say(nothingStreams);
    port(0).say({
      type: 'events',
      events: [event(1, started), event(2, retryScheduled), event(3, text('a'))],
    });
    port(0).say({ type: 'events', events: [event(2, retryScheduled)] });
    expect(feed.getSnapshot().tail).not.toHaveProperty('retry');
    port(0).say({ type: 'events', events: [event(4, retryScheduled)] });
    const { tail } = feed.getSnapshot();
    port(0).say(nothingStreams);
    expect(feed.getSnapshot().tail).toBeNull();
    port(0).say({ type: 'replay', chatId: 'c', epoch: 'e', tail });
    expect(feed.getSnapshot().tail?.retry).toMatchObject({ attempt: 1, dueAtMs: 1_200 });
    port(0).say({ type: 'events', events: [event(5, started)] });
    expect(feed.getSnapshot().tail).not.toHaveProperty('retry');
    stop();
  });
});
