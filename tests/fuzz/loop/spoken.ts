import type { Message } from '@/src/core/chat/message';
import type { MemoryTables } from '../../fakes/memory-tables';
import { saidIn } from './border-problems';
import type { Problems } from './problems';

/** What became of what the user said, as they were told. */
type Fate = 'under-way' | 'run' | 'queued' | 'in-slot' | 'refused' | 'unknown';

/** The pure model of the user's messages and the queue's slot: what they said, and where each word must be. */
export interface Spoken {
  /** A text that was never said before. */
  nextText(): string;
  /** The user says something, or puts it into the slot; null empties the slot. Answers with who to tell what became of it. */
  note(text: string | null): (fate: Fate) => void;
  /** The worker died: what was under way may or may not have happened. */
  forgetUnderWay(): void;
  /** While nothing happens: finds words that were lost, doubled, or kept although they were refused. `isWaiting`: something goes on after some time. */
  check(isWaiting: boolean): void;
  /** A text that was sent during a run, and still waits in the slot; null if there is none. */
  waiting(): string | null;
}

/** `tables`: as the chat sees them. */
export function createSpoken(chatId: string, tables: MemoryTables, problems: Problems): Spoken {
  const said: { text: string | null; fate: Fate }[] = [];

  /** What the user said or took back later took its place in the slot. */
  function isReplaced(index: number): boolean {
    return said.slice(index + 1).some(({ fate }) => fate !== 'refused');
  }

  function inSlot(): string | null {
    return tables.chats.get(chatId)?.pendingMessage?.text ?? null;
  }

  return {
    waiting() {
      const slot = inSlot();
      return said.some(({ text, fate }) => text === slot && fate === 'queued') ? slot : null;
    },
    nextText: () => `message ${said.length + 1}\n${saidIn(chatId)}`,
    note(text) {
      const entry = { text, fate: 'under-way' as Fate };
      said.push(entry);
      return (fate) => {
        entry.fate = fate;
      };
    },
    forgetUnderWay() {
      for (const entry of said) if (entry.fate === 'under-way') entry.fate = 'unknown';
    },
    check(isWaiting) {
      const slot = inSlot();
      const texts = tables.messages
        .all()
        .filter(isOfPerson)
        .map(({ content }) => content);
      for (const [index, { text, fate }] of said.entries()) {
        if (text === null) continue;
        const times = texts.filter((content) => content === text).length;
        const places = times + (slot === text ? 1 : 0);
        if (places > 1) problems.add(`“${text}” is there ${places} times`);
        if (fate === 'run' && times === 0) problems.add(`“${text}” was accepted, but isn’t in the record`);
        if ((fate === 'queued' || fate === 'in-slot') && places === 0 && !isReplaced(index))
          problems.add(`“${text}” was lost`);
        if (fate === 'refused' && places > 0) problems.add(`“${text}” was refused, but is there`);
        if (fate === 'under-way' && !isWaiting) problems.add(`nobody ever said what became of “${text}”`);
      }
    },
  };
}

function isOfPerson(message: Message): message is Extract<Message, { role: 'user' }> {
  return message.role === 'user';
}
