import type { Clock } from '@/src/core/ports/clock';
import type { EventBus } from '@/src/core/ports/event-bus';
import { type LiveTail, reduceTail } from '@/src/core/records/live-tail';
import type { LoopEvent, NumberedEvent } from '@/src/core/records/loop-event';
import { textPieces } from '@/src/core/text/text-pieces';
import { type LiveMessage, MAX_LIVE_TEXT, watchRequestSchema } from '@/src/messages/live';
import type { PageStatus } from '@/src/messages/page-status';
import type { RefusedMessage } from './refused-senders';

/** The members of a panel's port that the hub uses. */
export interface LivePort {
  sender?: { id?: string | undefined; url?: string | undefined } | undefined;
  postMessage(message: LiveMessage): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/**
 * Interval in milliseconds in which chunks are joined into one message. This saves most of the panel's work while
 * streaming.
 */
const FLUSH_MS = 50;

/** Numbers the loop's events and sends them to the panels that watch a chat. Stores nothing. */
export interface LiveHub extends EventBus {
  connect(port: LivePort): void;
  /** Sends the page's status to the panels that watch the chat. */
  sendPageStatus(chatId: string, page: PageStatus): void;
  /** Sends a message of another module to the panels that watch the chat. */
  send(chatId: string, message: LiveMessage): void;
  isWatched(chatId: string): boolean;
  /** The chats that panels currently watch. */
  watchedChats(): string[];
}

interface UnsentEvent {
  source: { runId: string; attempt: number };
  event: LoopEvent;
}

interface LiveChannel {
  tail: LiveTail | null;
  queue: UnsentEvent[];
  timer: ReturnType<typeof setTimeout> | null;
  lastFlushMs: number;
  /** True once the tail's response is stored: a new watcher finds it in the database. */
  recorded: boolean;
}

/** Creates the hub; `onWatch` is called when a panel starts to watch a chat. */
export function createLiveHub(deps: {
  epoch: string;
  clock: Clock;
  /** Called for an invalid request on a port. Must not throw. */
  onRefused(refusal: RefusedMessage, sender: LivePort['sender'] & object): void;
  onWatch: (chatId: string) => void;
}): LiveHub {
  const watchers = new Map<LivePort, string>();
  const channels = new Map<string, LiveChannel>();

  function channelOf(chatId: string): LiveChannel {
    const existing = channels.get(chatId);
    if (existing !== undefined) return existing;
    const channel: LiveChannel = { tail: null, queue: [], timer: null, lastFlushMs: 0, recorded: false };
    channels.set(chatId, channel);
    return channel;
  }

  function send(chatId: string, message: LiveMessage): void {
    for (const [port, watched] of watchers) if (watched === chatId) port.postMessage(message);
  }

  function flush(chatId: string): void {
    const channel = channelOf(chatId);
    if (channel.timer !== null) clearTimeout(channel.timer);
    channel.timer = null;
    channel.lastFlushMs = deps.clock.now();
    const events: NumberedEvent[] = [];
    for (const { source, event } of channel.queue.flatMap(inPieces)) {
      const { tail } = channel;
      const continues = tail?.runId === source.runId && tail.attempt === source.attempt;
      const numbered: NumberedEvent = {
        epoch: deps.epoch,
        chatId,
        ...source,
        seq: continues ? tail.seq + 1 : 1,
        atMs: channel.lastFlushMs,
        event,
      };
      const step = reduceTail(tail, numbered);
      // The numbers continue those of the tail, so there is no gap.
      if (step.kind === 'tail') channel.tail = step.tail;
      if (event.type === 'response-started') channel.recorded = false;
      if (event.type === 'response-ended') channel.recorded = event.stored;
      events.push(numbered);
    }
    channel.queue = [];
    for (const some of inMessages(events)) send(chatId, { type: 'events', events: some });
  }

  function emit(
    { chatId, runId, attempt }: { chatId: string; runId: string; attempt: number },
    event: LoopEvent,
  ): void {
    const channel = channelOf(chatId);
    const last = channel.queue.at(-1);
    const joined = last === undefined ? null : join(last.event, event);
    if (last !== undefined && joined !== null) last.event = joined;
    else channel.queue.push({ source: { runId, attempt }, event });
    // The first chunk is sent at once; later ones are joined.
    const dueInMs = channel.lastFlushMs + FLUSH_MS - deps.clock.now();
    if (dueInMs <= 0 || !isStreamed(event)) flush(chatId);
    else channel.timer ??= setTimeout(() => flush(chatId), dueInMs);
  }

  /** Sends the whole tail to a port, which receives the following events from then on. */
  function replay(port: LivePort, chatId: string): void {
    // Queued events are part of the tail: the other ports receive them now, and this port receives them with the tail.
    watchers.delete(port);
    flush(chatId);
    watchers.set(port, chatId);
    const { tail, recorded } = channelOf(chatId);
    sendTail(port, chatId, deps.epoch, tail !== null && recorded ? emptied(tail) : tail);
  }

  return {
    emit,
    connect(port) {
      port.onMessage.addListener((message) => {
        const parsed = watchRequestSchema.safeParse(message);
        if (!parsed.success) {
          // The sender may be unknown; the refusal is then logged without one.
          deps.onRefused({ what: 'watch-request', why: 'it doesn’t fit its schema' }, port.sender ?? {});
          return;
        }
        const { type, chatId } = parsed.data;
        replay(port, chatId);
        if (type === 'watch') deps.onWatch(chatId);
      });
      port.onDisconnect.addListener(() => void watchers.delete(port));
    },
    sendPageStatus: (chatId, page) => send(chatId, { type: 'page', chatId, page }),
    send,
    isWatched: (chatId) => [...watchers.values()].includes(chatId),
    watchedChats: () => [...new Set(watchers.values())],
  };
}

/** The tail between two responses. It keeps its number, so that later events continue the sequence. */
function emptied(tail: LiveTail): LiveTail {
  return { ...tail, messageId: null, content: '', reasoning: '', toolCalls: [] };
}

function isStreamed(event: LoopEvent): boolean {
  return event.type === 'chunk-received' || event.type === 'tool-call-part-received';
}

/** Splits an event whose text is too long for one message. */
function inPieces({ source, event }: UnsentEvent): UnsentEvent[] {
  if (textLength(event) <= MAX_LIVE_TEXT) return [{ source, event }];
  if (event.type === 'chunk-received') {
    return textPieces(event.text, MAX_LIVE_TEXT).map((text) => ({ source, event: { ...event, text } }));
  }
  if (event.type !== 'tool-call-part-received') return [{ source, event }];
  return textPieces(event.argumentsText, MAX_LIVE_TEXT).map((argumentsText, index) => {
    return { source, event: { ...event, name: index === 0 ? event.name : '', argumentsText } };
  });
}

/** Groups events into messages whose texts stay within the limit. */
function inMessages(events: readonly NumberedEvent[]): NumberedEvent[][] {
  const messages: NumberedEvent[][] = [];
  let room = 0;
  for (const numbered of events) {
    const length = textLength(numbered.event);
    const last = messages.at(-1);
    if (last !== undefined && length <= room) last.push(numbered);
    else messages.push([numbered]);
    room = (last !== undefined && length <= room ? room : MAX_LIVE_TEXT) - length;
  }
  return messages;
}

function textLength(event: LoopEvent): number {
  if (event.type === 'tool-call-part-received') return event.argumentsText.length;
  return event.type === 'chunk-received' ? event.text.length : 0;
}

/** Joins two consecutive chunks of the same kind; null if they can't be joined. */
function join(a: LoopEvent, b: LoopEvent): LoopEvent | null {
  if (a.type === 'chunk-received' && b.type === 'chunk-received') {
    return a.kind === b.kind && a.messageId === b.messageId ? { ...a, text: a.text + b.text } : null;
  }
  if (a.type === 'tool-call-part-received' && b.type === 'tool-call-part-received') {
    return a.index === b.index && a.messageId === b.messageId
      ? { ...a, name: a.name + b.name, argumentsText: a.argumentsText + b.argumentsText }
      : null;
  }
  return null;
}

/** Sends a tail in messages of limited length. */
function sendTail(port: LivePort, chatId: string, epoch: string, shown: LiveTail | null): void {
  const [content = '', ...moreContent] = textPieces(shown?.content ?? '', MAX_LIVE_TEXT);
  const [reasoning = '', ...moreReasoning] = textPieces(shown?.reasoning ?? '', MAX_LIVE_TEXT);
  const beginning = shown === null ? null : { ...shown, content, reasoning };
  port.postMessage({ type: 'replay', chatId, epoch, tail: beginning });
  for (const text of moreReasoning) {
    port.postMessage({ type: 'replay-more', chatId, field: 'reasoning', text });
  }
  for (const text of moreContent) port.postMessage({ type: 'replay-more', chatId, field: 'content', text });
}
