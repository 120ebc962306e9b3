import { assertNever } from '@/src/core/assert-never';
import { type LiveTail, reduceTail } from '@/src/core/records/live-tail';
import type { NumberedEvent } from '@/src/core/records/loop-event';
import type { PageStatus } from '@/src/messages/commands';
import type { LiveMessage, WatchRequest } from '@/src/messages/live';
import { reduceRetry, type ScheduledRetry } from './scheduled-retry';
import { NO_THINKING_TIME, reduceThinkingTime, type ThinkingTime } from './thinking-time';

/** The part of a browser port that the feed uses. */
export interface LivePort {
  postMessage(request: WatchRequest): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: LiveMessage) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** What the port has told so far. */
export interface LiveSnapshot {
  tail: LiveTail | null;
  thinkingTime: ThinkingTime;
  /** The request that will be sent again; null while none waits for that, and after a replay, which doesn't tell. */
  retry: ScheduledRetry | null;
  /** Null until the background has said how the page stands. */
  page: PageStatus | null;
  /** `lost`: several attempts in a row came to nothing; the feed goes on trying. */
  link: 'connecting' | 'open' | 'lost';
}

/** The live half of what the panel shows; shaped for `useSyncExternalStore`. */
export interface LiveFeed {
  /** The first subscriber opens the port, the last one closes it. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): LiveSnapshot;
  /** The record holds this message now: the tail gives up its own copy of it. */
  settle(messageId: string): void;
}

/** Waits before each new attempt to connect; the last one repeats. */
const RECONNECT_DELAYS_MS = [0, 100, 500, 2_000] as const;

/**
 * Watches one chat over a port. A port that closes (the worker died) is opened again, which wakes the worker. Events
 * go through {@link reduceTail}; when one is missing, a replay is asked for and events are left aside until it comes.
 */
export function createLiveFeed(chatId: string, connect: () => LivePort): LiveFeed {
  const listeners = new Set<() => void>();
  let snapshot: LiveSnapshot = {
    tail: null,
    thinkingTime: NO_THINKING_TIME,
    retry: null,
    page: null,
    link: 'connecting',
  };
  let port: LivePort | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;
  let awaitsReplay = false;

  function update(change: Partial<LiveSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }

  function open(): void {
    reconnectTimer = null;
    try {
      const opened = connect();
      port = opened;
      opened.onMessage.addListener((message) => {
        if (opened === port) receive(message);
      });
      opened.onDisconnect.addListener(() => {
        if (opened === port) reopen();
      });
      awaitsReplay = true;
      opened.postMessage({ type: 'watch', chatId });
    } catch {
      // A port that could not be opened, or died at once, is one more failure to be tried again; `link` tells of it.
      reopen();
    }
  }

  function reopen(): void {
    port = null;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)];
    failures += 1;
    update({ link: failures < RECONNECT_DELAYS_MS.length ? 'connecting' : 'lost' });
    reconnectTimer = setTimeout(open, delayMs);
  }

  function receive(message: LiveMessage): void {
    failures = 0;
    if (snapshot.link !== 'open') update({ link: 'open' });
    switch (message.type) {
      case 'events':
        addEvents(message.events);
        break;
      case 'replay':
        if (message.chatId !== chatId) break;
        awaitsReplay = false;
        update({ tail: message.tail, thinkingTime: NO_THINKING_TIME, retry: null });
        break;
      case 'replay-more':
        if (message.chatId === chatId) addToTail(message.field, message.text);
        break;
      case 'page':
        if (message.chatId === chatId) update({ page: message.page });
        break;
      default:
        assertNever(message);
    }
  }

  function addToTail(field: 'content' | 'reasoning', text: string): void {
    const { tail } = snapshot;
    if (tail !== null) update({ tail: { ...tail, [field]: tail[field] + text } });
  }

  function addEvents(events: readonly NumberedEvent[]): void {
    let { tail, thinkingTime, retry } = snapshot;
    for (const numbered of events) {
      if (awaitsReplay || numbered.chatId !== chatId) continue;
      const step = reduceTail(tail, numbered);
      if (step.kind === 'gap') {
        awaitsReplay = true;
        port?.postMessage({ type: 'replay', chatId });
        continue;
      }
      // Counted before, as a replay and what was under way may overlap.
      if (step.tail === tail) continue;
      thinkingTime = reduceThinkingTime(thinkingTime, numbered);
      retry = reduceRetry(numbered);
      tail = step.tail;
    }
    if (tail !== snapshot.tail) update({ tail, thinkingTime, retry });
  }

  function close(): void {
    if (reconnectTimer !== null) clearTimeout(reconnectTimer);
    const closing = port;
    port = null;
    closing?.disconnect();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
      };
    },
    getSnapshot: () => snapshot,
    settle(messageId) {
      if (snapshot.tail?.messageId !== messageId) return;
      update({ tail: { ...snapshot.tail, messageId: null, content: '', reasoning: '', toolCalls: [] } });
    },
  };
}
