import Dexie from 'dexie';
import type { Message } from '@/src/schema/message';
import type { StewardDatabase } from '@/src/store/db';

/** Chats whose messages are kept: those of the runs that are working, as a rule. */
const MAX_CHATS = 4;

const FROM_FIRST = -Infinity;
const NOTHING = Infinity;

/** A reading of a chat's messages that was begun. */
interface Reading {
  /** The position from which messages have to be read; Infinity if none has to be. */
  from: number;
  /**
   * All messages of the chat, given those that were read, in order of position. The array is the caller's. The rows are shared with
   * later readings, so they are frozen.
   */
  complete(read: readonly Message[]): Message[];
}

/**
 * Keeps the messages of the chats that were loaded last, so that a step of a run in a chat of thousands of messages reads only
 * those that were written since the step before. Only writes through `db` are noticed: the background is the only writer.
 */
export interface LoadedMessages {
  /** Call it before the transaction that reads begins: a write that begins later is noticed as one since then. */
  begin(chatId: string): Reading;
}

interface LoadedChat {
  messages: readonly Message[];
  /** The messages from this position on may have changed since. */
  staleFrom: number;
  /** Number of writes noticed. */
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

  /** The chat's entry, as the one used last. */
  function entryOf(chatId: string): LoadedChat {
    // A chat that isn't kept begins with nothing read.
    const entry = loaded.get(chatId) ?? { messages: [], staleFrom: FROM_FIRST, writes: 0 };
    loaded.delete(chatId);
    loaded.set(chatId, entry);
    const [oldest] = loaded.keys();
    if (loaded.size > MAX_CHATS && oldest !== undefined) loaded.delete(oldest);
    return entry;
  }

  return {
    begin(chatId) {
      // A surrounding transaction may have begun before a write that was noticed already.
      if (Dexie.currentTransaction !== null) return { from: FROM_FIRST, complete: (read) => [...read] };
      const entry = entryOf(chatId);
      const { messages, staleFrom: from, writes } = entry;
      return {
        from,
        complete(read) {
          const all = from === NOTHING ? [...messages] : [...before(messages, from), ...read.map(frozen)];
          // After a write since the beginning it is unknown whether this reading shows it.
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
