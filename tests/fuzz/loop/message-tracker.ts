import { conversation } from '@/src/core/records/message';
import type { Message } from '@/src/schema/message';
import type { MemoryTables } from '../../fakes/memory-tables';
import { NOTES } from './fuzz-adapter';
import { chatMark } from './isolation-problems';
import type { Problems } from './problems';

/** The fate of a user's message, as the product reported it. */
type Fate = 'pending' | 'run' | 'queued' | 'withdrawn' | 'refused' | 'unknown';

/** A model of the user's messages and the queue's slot: it determines where each message must be. */
export interface MessageTracker {
  /** A text that no message had before. */
  nextText(): string;
  /** Records a message that the user sends, or with null that the queued one is withdrawn. Pass the outcome to the returned function. */
  track(text: string | null): (fate: Fate) => void;
  /** The worker died: pending messages may or may not have been accepted. */
  forgetPending(): void;
  /**
   * Reports messages that were lost, duplicated, or stored although they were refused. Call it only while no step is
   * pending. `isWaiting`: a timer is running, so a message may still be pending.
   */
  check(isWaiting: boolean): void;
  /** The queued message if it was sent during a run; else null. */
  waiting(): string | null;
}

/** `tables`: as the chat sees them. */
export function createMessageTracker(
  chatId: string,
  tables: MemoryTables,
  problems: Problems,
): MessageTracker {
  const sent: { text: string | null; fate: Fate }[] = [];

  /** True if the user may have withdrawn a message from the queue since. */
  function isWithdrawn(index: number): boolean {
    return sent.slice(index + 1).some(({ text, fate }) => text === null && fate !== 'refused');
  }

  function isSetAside(text: string): boolean {
    return tables.chats.get(chatId)?.setAside?.text.includes(text) ?? false;
  }

  function inSlot(): string | null {
    return tables.chats.get(chatId)?.pendingMessage?.text ?? null;
  }

  return {
    waiting() {
      const slot = inSlot();
      return sent.some(({ text, fate }) => text === slot && fate === 'queued') ? slot : null;
    },
    // Each mentions a note, which the page may have or not.
    nextText: () =>
      `message ${sent.length + 1} @note:${NOTES[sent.length % NOTES.length]}\n${chatMark(chatId)}`,
    track(text) {
      const entry = { text, fate: 'pending' as Fate };
      sent.push(entry);
      return (fate) => {
        entry.fate = fate;
      };
    },
    forgetPending() {
      for (const entry of sent) if (entry.fate === 'pending') entry.fate = 'unknown';
    },
    check(isWaiting) {
      const slot = inSlot();
      const stored = tables.messages.all().filter(isOfUser);
      const texts = stored.map(({ content }) => content);
      // A rollback gives back what it sets aside.
      const shown = conversation(stored).flatMap((message) => (isOfUser(message) ? [message.content] : []));
      for (const [index, { text, fate }] of sent.entries()) {
        if (text === null) continue;
        const times = texts.filter((content) => content === text).length;
        const places = times + (slot === text ? 1 : 0);
        if (places > 1) problems.add(`“${text}” is stored ${places} times`);
        if (fate === 'run' && times === 0)
          problems.add(`“${text}” was accepted, but isn’t in the conversation`);
        const isLost = places === 0 && !isSetAside(text) && !isWithdrawn(index);
        if (fate === 'queued' && isLost) problems.add(`“${text}” was lost`);
        if ((slot === text || shown.includes(text)) && isSetAside(text)) {
          problems.add(`“${text}” is in use and set aside`);
        }
        if (fate === 'refused' && places > 0) problems.add(`“${text}” was refused, but is stored`);
        if (fate === 'pending' && !isWaiting) problems.add(`“${text}” was neither accepted nor refused`);
      }
    },
  };
}

function isOfUser(message: Message): message is Extract<Message, { role: 'user' }> {
  return message.role === 'user';
}
