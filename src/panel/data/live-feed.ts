import { assertNever } from '@/src/core/assert-never';
import { type LiveSummary, reduceSummary } from '@/src/core/records/live-summary';
import { type LiveTail, reduceTail } from '@/src/core/records/live-tail';
import type { NumberedEvent } from '@/src/core/records/loop-event';
import type { LiveMessage, WatchRequest } from '@/src/messages/live';
import type { PageStatus } from '@/src/messages/page-status';
import { createListeners } from '@/src/panel/kit/listeners';
import { NO_THINKING_TIME, reduceThinkingTime, type ThinkingTime } from './thinking-time';

/** The part of a browser port that the feed uses. */
export interface FeedPort {
  postMessage(request: WatchRequest): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: LiveMessage) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** The live state of a chat, as received over the port. */
export interface LiveSnapshot {
  tail: LiveTail | null;
  thinkingTime: ThinkingTime;
  /** Null until the background has sent the page's status. */
  page: PageStatus | null;
  /** The summary that is being written; null if there is none. */
  summary: LiveSummary | null;
  /** `lost`: several attempts to connect failed in a row; the feed keeps trying. */
  link: 'connecting' | 'open' | 'lost';
}

/** Store of a chat's live state, shaped for `useSyncExternalStore`. */
export interface LiveFeed {
  /** The first subscriber opens the port; when the last one unsubscribes, it is closed. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): LiveSnapshot;
  /** Clears the live copy of a response or summary that is now stored. */
  settle(messageId: string): void;
}

/** Delays in milliseconds before the attempts to reconnect; the last one repeats. */
const RECONNECT_DELAYS_MS = [0, 100, 500, 2_000] as const;

/**
 * Watches a chat over a port. If the port closes because the worker stopped, reopening it starts the worker. {@link reduceTail} applies the
 * events; if one is missing, the feed requests a replay and ignores events until it arrives.
 *
 * @param onReturn called when a restarted worker answers for the first time
 */
export function createLiveFeed(chatId: string, connect: () => FeedPort, onReturn: () => void): LiveFeed {
  const port = createChatPort(chatId, connect, receive, (link) => {
    awaitsReplay = true;
    update({ link });
  });
  const { subscribe, notify } = createListeners(() => {
    awaitsReplay = true;
    port.open();
    return port.close;
  });
  let snapshot: LiveSnapshot = {
    tail: null,
    thinkingTime: NO_THINKING_TIME,
    page: null,
    summary: null,
    link: 'connecting',
  };
  let awaitsReplay = false;
  let hasAnswered = false;

  function update(change: Partial<LiveSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    notify();
  }

  function receive(message: LiveMessage): void {
    if (snapshot.link !== 'open') {
      update({ link: 'open' });
      if (hasAnswered) onReturn();
      hasAnswered = true;
    }
    switch (message.type) {
      case 'events':
        addEvents(message.events);
        break;
      case 'replay':
        if (message.chatId !== chatId) break;
        awaitsReplay = false;
        update({ tail: message.tail, thinkingTime: NO_THINKING_TIME });
        break;
      case 'replay-more':
        if (message.chatId === chatId) addToTail(message.field, message.text);
        break;
      case 'page':
        if (message.chatId === chatId) update({ page: message.page });
        break;
      case 'summary':
        if (message.chatId === chatId) update({ summary: reduceSummary(snapshot.summary, message.event) });
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
    let { tail, thinkingTime } = snapshot;
    for (const numbered of events) {
      if (awaitsReplay || numbered.chatId !== chatId) continue;
      const step = reduceTail(tail, numbered);
      if (step.kind === 'gap') {
        awaitsReplay = true;
        port.requestReplay();
        continue;
      }
      // Already applied: events may arrive that the replay included.
      if (step.tail === tail) continue;
      thinkingTime = reduceThinkingTime(thinkingTime, numbered);
      tail = step.tail;
    }
    if (tail !== snapshot.tail) update({ tail, thinkingTime });
  }

  return {
    subscribe,
    getSnapshot: () => snapshot,
    settle(messageId) {
      if (snapshot.summary?.messageId === messageId) update({ summary: null });
      if (snapshot.tail?.messageId !== messageId) return;
      update({ tail: { ...snapshot.tail, messageId: null, content: '', reasoning: '', toolCalls: [] } });
    },
  };
}

/** Keeps a port open that watches a chat. `onFailed` is called after each failed attempt, and when the port closes. */
function createChatPort(
  chatId: string,
  connect: () => FeedPort,
  receive: (message: LiveMessage) => void,
  onFailed: (link: 'connecting' | 'lost') => void,
) {
  let port: FeedPort | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;

  function open(): void {
    reconnectTimer = null;
    try {
      const opened = connect();
      port = opened;
      opened.onMessage.addListener((message) => {
        if (opened !== port) return;
        failures = 0;
        receive(message);
      });
      opened.onDisconnect.addListener(() => {
        if (opened === port) reopen();
      });
      opened.postMessage({ type: 'watch', chatId });
    } catch {
      // A port that can't be opened counts as a failed attempt, which `link` shows.
      reopen();
    }
  }

  function reopen(): void {
    port = null;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)];
    failures += 1;
    onFailed(failures < RECONNECT_DELAYS_MS.length ? 'connecting' : 'lost');
    reconnectTimer = setTimeout(open, delayMs);
  }

  function close(): void {
    if (reconnectTimer !== null) clearTimeout(reconnectTimer);
    const closing = port;
    port = null;
    closing?.disconnect();
  }

  return { open, close, requestReplay: () => port?.postMessage({ type: 'replay', chatId }) };
}
