import type { Message } from '@/src/schema/message';
import type { StewardDatabase } from './db';
import { batchBegin, batchLength } from './message-batch';

/** Number of positions that are read first; doubled each time that they are too few. */
const FIRST_SPAN = 32;

/** Finds messages of a chat's conversation. */
export interface MessageFinder {
  /** The newest message before a position that satisfies `matches`. */
  newest(chatId: string, before: number, matches: (message: Message) => boolean): Promise<Message | null>;
  /** The newest message with this role before a position that satisfies `matches`. */
  newestOf<Role extends Message['role']>(
    chatId: string,
    role: Role,
    before: number,
    matches: (message: MessageOf<Role>) => boolean,
  ): Promise<MessageOf<Role> | null>;
  /** All messages with this role, in order. */
  allOf<Role extends Message['role']>(chatId: string, role: Role): Promise<MessageOf<Role>[]>;
}

/** Reads the conversation of a chat by index, without what was set aside. */
export interface MessageReader extends MessageFinder {
  /** The messages from the position `from` on, before `to`, in order. */
  between(chatId: string, from: number, to: number): Promise<Message[]>;
  /** The batch of messages that ends before a position. `isWhole`: true if no message is before it. */
  batchBefore(chatId: string, end: number): Promise<{ messages: Message[]; isWhole: boolean }>;
  /** The batch of messages that begins at a position. */
  batchFrom(chatId: string, begin: number): Promise<Message[]>;
}

type MessageOf<Role extends Message['role']> = Extract<Message, { role: Role }>;

export function createMessageReader(db: Pick<StewardDatabase, 'messages'>): MessageReader {
  const range = (chatId: string, from: number, to: number) =>
    db.messages.where('[chatId+position]').between([chatId, from], [chatId, to], true, false);
  const ofRole = (chatId: string, role: Message['role'], before: number) =>
    db.messages
      .where('[chatId+role+position]')
      .between([chatId, role, -Infinity], [chatId, role, before], true, false);

  async function between(chatId: string, from: number, to: number): Promise<Message[]> {
    return (await range(chatId, from, to).toArray()).filter(isKept);
  }

  return {
    between,
    async newest(chatId, before, matches) {
      const found = await range(chatId, -Infinity, before)
        .reverse()
        .filter((message) => isKept(message) && matches(message))
        .first();
      return found ?? null;
    },
    async newestOf<Role extends Message['role']>(
      chatId: string,
      role: Role,
      before: number,
      matches: (message: MessageOf<Role>) => boolean,
    ) {
      const found = await ofRole(chatId, role, before)
        .reverse()
        .filter((message) => isKept(message) && hasRole(message, role) && matches(message))
        .first();
      return found !== undefined && hasRole(found, role) ? found : null;
    },
    async allOf<Role extends Message['role']>(chatId: string, role: Role) {
      const rows = await ofRole(chatId, role, Infinity).toArray();
      return rows.filter((message) => hasRole(message, role)).filter(isKept);
    },
    async batchBefore(chatId, end) {
      let read: Message[] = [];
      let upper = end;
      for (let span = FIRST_SPAN; ; span *= 2) {
        const last = await range(chatId, -Infinity, upper).reverse().first();
        const isAll = last === undefined;
        const begin = batchBegin(read, isAll);
        if (begin !== null) return { messages: read.slice(begin), isWhole: isAll && begin === 0 };
        if (isAll) return { messages: read, isWhole: true };
        upper = last.position - span;
        read = [...(await between(chatId, upper, last.position)), ...[last].filter(isKept), ...read];
      }
    },
    async batchFrom(chatId, begin) {
      for (let span = FIRST_SPAN; ; span *= 2) {
        const read = await between(chatId, begin, begin + span);
        const length = batchLength(read);
        if (length < read.length) return read.slice(0, length);
        const next = await range(chatId, begin + span, Infinity).first();
        if (next === undefined) return read;
      }
    },
  };
}

/** Finds messages in a whole conversation that was read. */
export function finderIn(conversation: readonly Message[]): MessageFinder {
  const ofRole = <Role extends Message['role']>(role: Role) =>
    conversation.filter((message) => hasRole(message, role));
  return {
    newest: async (_chatId, before, matches) =>
      conversation.findLast((message) => message.position < before && matches(message)) ?? null,
    newestOf: async (_chatId, role, before, matches) =>
      ofRole(role).findLast((message) => message.position < before && matches(message)) ?? null,
    allOf: async (_chatId, role) => ofRole(role),
  };
}

function isKept(message: Message): boolean {
  return message.discardedBy === null;
}

function hasRole<Role extends Message['role']>(message: Message, role: Role): message is MessageOf<Role> {
  return message.role === role;
}
