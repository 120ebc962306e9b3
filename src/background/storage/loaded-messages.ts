import Dexie from 'dexie';
import type { Message } from '@/src/schema/message';
import type { StewardDatabase } from '@/src/store/db';

/** Most chats whose messages are cached; usually those of working runs. */
const MAX_CHATS = 4;

const FROM_FIRST = -Infinity;
const NOTHING = Infinity;

/** A started reading of a chat's messages. */
interface Reading {
  /** Position from which messages must be read; Infinity if all are cached. */
  from: number;
  /**
   * Takes the messages that were read, and returns all messages of the chat by position. The array belongs to the
   * caller. Later readings share the rows, so the rows are frozen.
   */
  complete(read: readonly Message[]): Message[];
}

/**
 * Caches the messages of recently loaded chats, so that a step of a run in a chat of thousands of messages reads only
 * those written since the previous step. Only writes through `db` are noticed: the background is the only writer.
 */
export interface LoadedMessages {
  /** Call it before the reading transaction starts, so that later writes are noticed. */
  begin(chatId: string): Reading;
}

interface LoadedChat {
  messages: readonly Message[];
  /** Messages from this position on may have changed. */
  staleFrom: number;
  /** Number of writes that were noticed. */
  writes: number;
}

export function createLoadedMessages(db: StewardDatabase): LoadedMessages {
  const loaded = new Map<string, LoadedChat>();

  db.onMessageWrite((write) => {
    if (write === null) {
      for (const chat of loaded.values()) markStale(chat, FROM_FIRST);
      return;
    }
    for (const { chatId, position } of write) {
      const chat = loaded.get(chatId);
      if (chat !== undefined) markStale(chat, position);
    }
  });

  /** The chat's entry, marked as the most recently used one. */
  function entryOf(chatId: string): LoadedChat {
    // The entry of an uncached chat contains no messages.
    const entry = loaded.get(chatId) ?? { messages: [], staleFrom: FROM_FIRST, writes: 0 };
    loaded.delete(chatId);
    loaded.set(chatId, entry);
    const [oldest] = loaded.keys();
    if (loaded.size > MAX_CHATS && oldest !== undefined) loaded.delete(oldest);
    return entry;
  }

  return {
    begin(chatId) {
      // A surrounding transaction may have started before a write that was already noticed.
      if (Dexie.currentTransaction !== null) return { from: FROM_FIRST, complete: (read) => [...read] };
      const entry = entryOf(chatId);
      const { messages, staleFrom: from, writes } = entry;
      return {
        from,
        complete(read) {
          const all = from === NOTHING ? [...messages] : [...before(messages, from), ...read.map(frozen)];
          // After a concurrent write it is unknown whether this reading contains it, so nothing is cached.
          if (entry.writes === writes) Object.assign(entry, { messages: [...all], staleFrom: NOTHING });
          return all;
        },
      };
    },
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

function markStale(chat: LoadedChat, position: number): void {
  chat.staleFrom = Math.min(chat.staleFrom, position);
  chat.writes += 1;
}

function before(messages: readonly Message[], position: number): readonly Message[] {
  return messages.slice(0, messages.findLastIndex((message) => message.position < position) + 1);
}
