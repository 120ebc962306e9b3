import type { Message, TokenCounts } from '@/src/core/chat/message';
import { conversation } from '@/src/core/chat/message';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ChatChanges, ChatRecord, Clock, Journal, TakenInput } from '@/src/core/loop/ports';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Requests kept per chat for looking at (design: a ring of 20). */
const SENT_KEPT = 20;

const FROM_FIRST = -Infinity;
const TO_LAST = Infinity;

/** The durable record in IndexedDB. Each method is one transaction. */
export function createJournal(db: StewardDatabase, clock: Clock): Journal & RollbackJournal {
  async function messagesOf(chatId: string): Promise<Message[]> {
    return db.messages.where('[chatId+position]').between([chatId, FROM_FIRST], [chatId, TO_LAST]).toArray();
  }

  async function load(chatId: string): Promise<ChatRecord> {
    return stored(() =>
      db.transaction('r', [db.chats, db.messages, db.runs], async () => {
        const chat = await db.chats.get(chatId);
        if (chat === undefined) throw gone('chat');
        const messages = await messagesOf(chatId);
        const runId = conversation(messages).findLast((message) => message.runId !== null)?.runId ?? null;
        return { chat, messages, run: runId === null ? null : ((await db.runs.get(runId)) ?? null) };
      }),
    );
  }

  /** Within the caller's transaction. */
  async function putKnown(chatId: string, context: Json): Promise<void> {
    const carried = (await db.contexts.get(chatId))?.carried ?? [];
    await db.contexts.put({ chatId, context, atMs: clock.now(), seen: [], carried });
  }

  /** Within the caller's transaction. What came into the queue since it was read stays there. */
  async function changeChat(chatId: string, changes: ChatChanges, taken: TakenInput): Promise<void> {
    const chat = await db.chats.get(chatId);
    if (chat === undefined) throw gone('chat');
    const isTaken = taken.message !== null && chat.pendingMessage?.queuedAtMs === taken.message.queuedAtMs;
    await db.chats.update(chatId, {
      ...changes,
      ...(isTaken ? { pendingMessage: null } : {}),
      pendingEvents: chat.pendingEvents.slice(taken.events.length),
    });
  }

  return {
    load,

    async runById(runId) {
      const run = await stored(() => db.runs.get(runId));
      if (run === undefined) throw gone('run');
      return run;
    },

    async beginRun({ run, message, context, chat, taken }) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.messages, db.runs, db.contexts], async () => {
          await db.runs.add(run);
          await db.messages.add(message);
          const atMs = run.startedAtMs;
          await db.contexts.put({ chatId: run.chatId, context, atMs, seen: [], carried: [] });
          await changeChat(run.chatId, chat, taken);
        }),
      );
    },

    async acceptInput({ runId, messages, run, chat, taken }) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.messages, db.runs], async () => {
          const row = await db.runs.get(runId);
          if (row === undefined) throw gone('run');
          await db.messages.bulkAdd(messages);
          await db.runs.update(runId, run);
          await changeChat(row.chatId, chat, taken);
        }),
      );
    },

    async queueMessage(chatId, message) {
      await stored(() => db.chats.update(chatId, { pendingMessage: message }));
    },

    async queueEvent(chatId, event) {
      await stored(() =>
        db.transaction('rw', db.chats, async () => {
          const chat = await db.chats.get(chatId);
          if (chat === undefined) throw gone('chat');
          await db.chats.update(chatId, { pendingEvents: [...chat.pendingEvents, event] });
        }),
      );
    },

    async updateChat(chatId, changes) {
      await stored(() => db.chats.update(chatId, changes));
    },

    async addAccounting(row) {
      await stored(() => db.messages.add(row));
    },

    async addUsage({ run, ...usage }) {
      await stored(() => db.usage.add({ ...usage, chatId: run.chatId, runId: run.id }));
    },

    async keepSent(request) {
      await stored(() =>
        db.transaction('rw', db.sentRequests, async () => {
          await db.sentRequests.put(request);
          const ofChat = db.sentRequests
            .where('[chatId+atMs]')
            .between([request.chatId, FROM_FIRST], [request.chatId, TO_LAST]);
          const keys = await ofChat.primaryKeys();
          await db.sentRequests.bulkDelete(keys.slice(0, -SENT_KEPT));
        }),
      );
    },

    async updateRun(runId, changes, chat = {}) {
      await stored(() =>
        db.transaction('rw', [db.runs, db.chats], async () => {
          const run = await db.runs.get(runId);
          if (run === undefined) throw gone('run');
          await db.runs.update(runId, changes);
          await db.chats.update(run.chatId, chat);
        }),
      );
    },

    async storeResponse({ message, executions, usage, run }) {
      await stored(() =>
        db.transaction('rw', [db.messages, db.executions, db.runs, db.usage], async () => {
          await db.messages.add(message);
          await db.executions.bulkAdd(executions);
          if (usage !== null && message.runId !== null) {
            await db.usage.add({
              ...usage,
              chatId: message.chatId,
              runId: message.runId,
              messageId: message.id,
              atMs: message.createdAtMs,
              model: message.model,
            });
          }
          await db.runs.update(message.runId ?? '', run);
        }),
      );
    },

    async executionsOf(messageId) {
      const rows = await stored(() => db.executions.where('messageId').equals(messageId).toArray());
      return rows.sort((a, b) => a.index - b.index);
    },

    async executionById(executionId) {
      return (await stored(() => db.executions.get(executionId))) ?? null;
    },

    async markStarted(executionId, startedAtMs) {
      const rows = await stored(() => db.executions.update(executionId, { state: 'started', startedAtMs }));
      if (rows === 0) throw gone('call');
    },

    async storeResult({ message, run, chat, audit }) {
      const tables = [db.messages, db.executions, db.runs, db.chats, db.approvals, db.audit];
      await stored(() =>
        db.transaction('rw', tables, async () => {
          await db.messages.add(message);
          if (audit !== null) await db.audit.add(audit);
          await db.executions.update(message.executionId, { state: 'done' });
          await db.approvals
            .where('executionId')
            .equals(message.executionId)
            .and((approval) => approval.state === 'pending')
            .modify({ state: 'withdrawn', decidedAtMs: message.createdAtMs });
          await db.runs.update(message.runId ?? '', run);
          await db.chats.update(message.chatId, { ...chat, updatedAtMs: message.createdAtMs });
        }),
      );
    },

    async storePageUpdate({ chatId, toolMessageId, pageUpdate, context, chat }) {
      await stored(() =>
        db.transaction('rw', [db.messages, db.contexts, db.chats], async () => {
          if (pageUpdate !== null) {
            await db.messages
              .where('id')
              .equals(toolMessageId)
              .modify((message) => {
                if (message.role === 'tool') message.pageUpdate = pageUpdate;
              });
          }
          await putKnown(chatId, context);
          await db.chats.update(chatId, chat);
        }),
      );
    },

    async changeNotes(chatId) {
      const row = await stored(() => db.contexts.get(chatId));
      return { seen: row?.seen ?? [], carried: row?.carried ?? [] };
    },

    async noteSeen(chatId, seen) {
      await stored(() => db.contexts.update(chatId, { seen }));
    },

    async renewOpening({ runId, contextText, context, chat }) {
      await stored(() =>
        db.transaction('rw', [db.runs, db.contexts, db.chats], async () => {
          const run = await db.runs.get(runId);
          if (run === undefined) throw gone('run');
          await db.runs.update(runId, { contextText });
          await putKnown(run.chatId, context);
          await db.chats.update(run.chatId, chat);
        }),
      );
    },

    async knownContext(chatId) {
      return (await stored(() => db.contexts.get(chatId)))?.context ?? null;
    },

    async approvalOf(executionId) {
      return (await stored(() => db.approvals.where('executionId').equals(executionId).first())) ?? null;
    },

    async approvalById(approvalId) {
      return (await stored(() => db.approvals.get(approvalId))) ?? null;
    },

    async askApproval(approval, run) {
      await stored(() =>
        db.transaction('rw', [db.approvals, db.executions, db.runs], async () => {
          await db.approvals.add(approval);
          await db.executions.update(approval.executionId, { state: 'awaiting-approval' });
          await db.runs.update(approval.runId, run);
        }),
      );
    },

    async decideApproval(approvalId, decision, run) {
      await stored(() =>
        db.transaction('rw', [db.approvals, db.runs], async () => {
          const approval = await db.approvals.get(approvalId);
          if (approval === undefined) throw gone('question');
          await db.approvals.update(approvalId, decision);
          await db.runs.update(approval.runId, run);
        }),
      );
    },

    async tokensUsed(chatId) {
      const rows = await stored(() =>
        db.usage.where('[chatId+atMs]').between([chatId, FROM_FIRST], [chatId, TO_LAST]).toArray(),
      );
      return rows.reduce<TokenCounts>((sum, { counts }) => addCounts(sum, counts), {
        inputTokens: 0,
        outputTokens: 0,
        cacheReadTokens: 0,
        cacheCreationTokens: 0,
      });
    },

    async recordRollback({ chatId, atMs, rollbackId, setAside, bringBack, rows, run, known, safety }) {
      const tables = [db.messages, db.runs, db.contexts, db.chats, db.checkpoints];
      await stored(() =>
        db.transaction('rw', tables, async () => {
          await db.messages.where('id').anyOf(setAside).modify({ discardedBy: rollbackId });
          await db.messages.where('id').anyOf(bringBack).modify({ discardedBy: null });
          await db.messages.bulkAdd(rows);
          if (run !== null) await db.runs.update(run.id, run.changes);
          await db.checkpoints.update(safety.id, { after: safety.after });
          await db.chats.update(chatId, { updatedAtMs: atMs });
          if (known === null) return;
          const { context, stateHash, carried } = known;
          await db.contexts.put({ chatId, context, atMs, seen: [], carried });
          await db.chats.update(chatId, { lastStateHash: stateHash });
        }),
      );
    },
  };
}

function addCounts(a: TokenCounts, b: TokenCounts): TokenCounts {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheCreationTokens: a.cacheCreationTokens + b.cacheCreationTokens,
  };
}

function gone(what: string): StewardError {
  return new StewardError('not-found', `Steward’s record has no such ${what}.`, {
    remedy: 'Open the panel again; if it stays so, start a new session.',
  });
}
