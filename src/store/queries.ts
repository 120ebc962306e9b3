import type { Chat } from '@/src/core/chat/chat';
import { conversation, type Message } from '@/src/core/chat/message';
import type { Checkpoint } from '@/src/core/checkpoints/checkpoint';
import type { Approval, Execution, Run } from '@/src/core/loop/run';
import { type Connection, DATABASE_NAME, type ModelList, type Site, StewardDatabase } from './db';

/** Read-only: the panel's only way to the database. Writing is the background's alone. */
const db = new StewardDatabase(DATABASE_NAME);

/** A chat with all that the panel shows of it. */
export interface ChatView {
  chat: Chat;
  /** The conversation, in order, without what was set aside. */
  messages: Message[];
  executions: Execution[];
  /** The run of the conversation's last user message; null before the first. */
  run: Run | null;
  pendingApproval: Approval | null;
}

/** The chat, or null if there is none of this id. Run it inside a live query. */
export async function chatView(chatId: string): Promise<ChatView | null> {
  return db.transaction('r', [db.chats, db.messages, db.executions, db.runs, db.approvals], async () => {
    const chat = await db.chats.get(chatId);
    if (chat === undefined) return null;
    const [messages, executions, approvals] = await Promise.all([
      db.messages.where('[chatId+position]').between([chatId, -Infinity], [chatId, Infinity]).toArray(),
      db.executions.where('chatId').equals(chatId).toArray(),
      db.approvals.where('[chatId+createdAtMs]').between([chatId, -Infinity], [chatId, Infinity]).toArray(),
    ]);
    const kept = conversation(messages);
    const runId = kept.findLast((message) => message.role === 'user')?.runId ?? null;
    return {
      chat,
      messages: kept,
      executions,
      run: runId === null ? null : ((await db.runs.get(runId)) ?? null),
      pendingApproval: approvals.find((approval) => approval.state === 'pending') ?? null,
    };
  });
}

/**
 * The chat's checkpoints, newest first: the session's start, and those whose response or rollback is part of the
 * conversation. What a rollback set aside comes back with it when that rollback is taken back.
 */
export async function checkpointsOf(chatId: string): Promise<Checkpoint[]> {
  return db.transaction('r', [db.checkpoints, db.messages], async () => {
    const [rows, messages] = await Promise.all([
      db.checkpoints
        .where('[chatId+sequence]')
        .between([chatId, -Infinity], [chatId, Infinity])
        .reverse()
        .toArray(),
      db.messages.where('[chatId+position]').between([chatId, -Infinity], [chatId, Infinity]).toArray(),
    ]);
    const kept = conversation(messages);
    const responses = new Set(kept.map((message) => message.id));
    const rollbacks = new Set(
      kept.flatMap((message) => (message.role === 'rollback' ? [message.safetyCheckpointId] : [])),
    );
    return rows.filter(
      (row) =>
        row.reason === 'session-start' ||
        rollbacks.has(row.id) ||
        (row.messageId !== null && responses.has(row.messageId)),
    );
  });
}

/** All connections, oldest first; without keys. */
export async function connections(): Promise<Connection[]> {
  return db.connections.orderBy('createdAtMs').toArray();
}

/** What the endpoint listed last; null if it was never asked. For display while the list is asked for again. */
export async function lastModelList(connectionId: string): Promise<ModelList | null> {
  return (await db.modelLists.get(connectionId)) ?? null;
}

/** The sites on which access is lasting, by origin. */
export async function sites(): Promise<Site[]> {
  return db.sites.orderBy('origin').toArray();
}
