import type { Chat } from '@/src/core/chat/chat';
import { conversation, type Message } from '@/src/core/chat/message';
import type { Checkpoint } from '@/src/core/checkpoints/checkpoint';
import type { Approval, Execution, Run } from '@/src/core/loop/run';
import { type Connection, DATABASE_NAME, StewardDatabase } from './db';

/** Read-only: the panel's only way to the database. Writing is the background's alone. */
const db = new StewardDatabase(DATABASE_NAME);

/** A chat with all that the panel shows of it. */
export interface ChatView {
  chat: Chat;
  /** The conversation, in order, without what was set aside. */
  messages: Message[];
  executions: Execution[];
  /** The newest run; null before the first message. */
  run: Run | null;
  pendingApproval: Approval | null;
}

/** The chat, or null if there is none of this id. Run it inside a live query. */
export async function chatView(chatId: string): Promise<ChatView | null> {
  return db.transaction('r', [db.chats, db.messages, db.executions, db.runs, db.approvals], async () => {
    const chat = await db.chats.get(chatId);
    if (chat === undefined) return null;
    const [messages, executions, runs, approvals] = await Promise.all([
      db.messages.where('[chatId+position]').between([chatId, -Infinity], [chatId, Infinity]).toArray(),
      db.executions.where('chatId').equals(chatId).toArray(),
      db.runs.where('[chatId+startedAtMs]').between([chatId, -Infinity], [chatId, Infinity]).last(),
      db.approvals.where('[chatId+createdAtMs]').between([chatId, -Infinity], [chatId, Infinity]).toArray(),
    ]);
    return {
      chat,
      messages: conversation(messages),
      executions,
      run: runs ?? null,
      pendingApproval: approvals.find((approval) => approval.state === 'pending') ?? null,
    };
  });
}

/** The chat's checkpoints, newest first, without those set aside. */
export async function checkpointsOf(chatId: string): Promise<Checkpoint[]> {
  const rows = await db.checkpoints
    .where('[chatId+sequence]')
    .between([chatId, -Infinity], [chatId, Infinity])
    .reverse()
    .toArray();
  return rows.filter((row) => row.discardedBy === null);
}

/** All connections, oldest first; without keys. */
export async function connections(): Promise<Connection[]> {
  return db.connections.orderBy('createdAtMs').toArray();
}
