import type { Message, TokenCounts } from '@/src/core/chat/message';
import { conversation } from '@/src/core/chat/message';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { StewardError } from '@/src/core/errors';
import type { ChatRecord, Clock, Journal } from '@/src/core/loop/ports';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

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
        const runId = conversation(messages).findLast((message) => message.role === 'user')?.runId ?? null;
        return { chat, messages, run: runId === null ? null : ((await db.runs.get(runId)) ?? null) };
      }),
    );
  }

  return {
    load,

    async beginRun({ run, message, context, chat }) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.messages, db.runs, db.contexts], async () => {
          await db.runs.add(run);
          await db.messages.add(message);
          await db.contexts.put({ chatId: run.chatId, context, atMs: run.startedAtMs });
          if ((await db.chats.get(run.chatId)) === undefined) throw gone('chat');
          await db.chats.update(run.chatId, chat);
        }),
      );
    },

    async updateRun(runId, changes) {
      await stored(async () => {
        if ((await db.runs.get(runId)) === undefined) throw gone('run');
        await db.runs.update(runId, changes);
      });
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

    async markStarted(executionId, startedAtMs) {
      const rows = await stored(() => db.executions.update(executionId, { state: 'started', startedAtMs }));
      if (rows === 0) throw gone('call');
    },

    async storeResult({ message, run, chat }) {
      await stored(() =>
        db.transaction('rw', [db.messages, db.executions, db.runs, db.chats, db.approvals], async () => {
          await db.messages.add(message);
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
          await db.contexts.put({ chatId, context, atMs: clock.now() });
          await db.chats.update(chatId, chat);
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

    async recordRollback({ chatId, rollbackId, setAside, bringBack, rows, run, context, stateHash }) {
      const [, rollback] = rows;
      await stored(() =>
        db.transaction('rw', [db.messages, db.runs, db.contexts, db.chats], async () => {
          await db.messages.where('id').anyOf(setAside).modify({ discardedBy: rollbackId });
          await db.messages.where('id').anyOf(bringBack).modify({ discardedBy: null });
          await db.messages.bulkAdd(rows);
          if (run !== null) await db.runs.update(run.id, run.changes);
          await db.contexts.put({ chatId, context, atMs: rollback.createdAtMs });
          await db.chats.update(chatId, { lastStateHash: stateHash, updatedAtMs: rollback.createdAtMs });
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
