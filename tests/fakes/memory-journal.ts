import { conversation, type Message } from '@/src/core/chat/message';
import { totalTokens } from '@/src/core/chat/total-tokens';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { StewardError } from '@/src/core/errors';
import type { ChatChanges, Clock, Journal, TakenInput } from '@/src/core/loop/ports';
import type { Execution } from '@/src/core/loop/run';
import type { Approval } from '@/src/core/policy/approval';
import { sealEntry } from '@/src/core/policy/audit-chain';
import type { AuditRecord } from '@/src/core/policy/audit-entry';
import { isOpen } from '@/src/core/policy/question';
import type { MemoryTables } from './memory-tables';

/** Requests kept per chat, as in the real journal. */
const SENT_KEPT = 20;

/**
 * The durable record in memory: keeps the contract of the journal over IndexedDB, which one table of tests proves for
 * both, in a fraction of the time.
 */
export function createMemoryJournal(tables: MemoryTables, clock: Clock): Journal & RollbackJournal {
  const { transaction } = tables;

  function chatOf(chatId: string) {
    return tables.chats.get(chatId) ?? missing('chat');
  }

  function runOf(runId: string) {
    return tables.runs.get(runId) ?? missing('run');
  }

  function messagesOf(chatId: string): Message[] {
    return tables.messages
      .all()
      .filter((message) => message.chatId === chatId)
      .sort((a, b) => a.position - b.position);
  }

  function putKnown(
    chatId: string,
    { context, at }: Pick<Parameters<Journal['beginRun']>[0], 'context' | 'at'>,
  ): void {
    const carried = tables.contexts.get(chatId)?.carried ?? [];
    tables.contexts.put({ chatId, context, at, own: null, atMs: clock.now(), seen: [], carried });
  }

  function executionsOf(messageId: string): Execution[] {
    return tables.executions
      .all()
      .filter((execution) => execution.messageId === messageId)
      .sort((a, b) => a.index - b.index);
  }

  function approvalOf(messageId: string): Approval | undefined {
    return tables.approvals.all().find((approval) => approval.messageId === messageId);
  }

  /** A question whose last open call got its result is over. */
  function withdrawAnswered(executionId: string, atMs: number): void {
    const { messageId } = tables.executions.get(executionId) ?? { messageId: '' };
    const approval = approvalOf(messageId);
    if (approval?.state !== 'pending') return;
    const done = executionsOf(messageId).filter(({ state }) => state === 'done');
    if (isOpen(approval, new Set(done.map(({ id }) => id)))) return;
    tables.approvals.update(approval.id, { state: 'withdrawn', decidedAtMs: atMs });
  }

  /** Chained as in the background's audit journal. */
  function appendAudit(record: AuditRecord): void {
    const head = tables.auditHeads.get(record.origin) ?? null;
    const entry = sealEntry(head, record);
    tables.audit.add(entry);
    const { origin, sequence, hash } = entry;
    tables.auditHeads.put({ origin, sequence, hash });
  }

  /** What came into the queue since it was read stays there. */
  function changeChat(chatId: string, changes: ChatChanges, taken: TakenInput): void {
    const chat = chatOf(chatId);
    const { message } = taken;
    const isTaken =
      message !== null &&
      chat.pendingMessage?.queuedAtMs === message.queuedAtMs &&
      chat.pendingMessage.text === message.text;
    tables.chats.update(chatId, {
      ...changes,
      ...(isTaken ? { pendingMessage: null } : {}),
      pendingEvents: chat.pendingEvents.slice(taken.events.length),
    });
  }

  return {
    load: (chatId) =>
      transaction(() => {
        const chat = chatOf(chatId);
        const messages = messagesOf(chatId);
        const runId = conversation(messages).findLast((message) => message.runId !== null)?.runId ?? null;
        return { chat, messages, run: runId === null ? null : (tables.runs.get(runId) ?? null) };
      }),

    runById: (runId) => transaction(() => runOf(runId)),

    beginRun: ({ run, message, context, at, chat, taken }) =>
      transaction(() => {
        tables.runs.add(run);
        tables.messages.add(message);
        const { chatId, startedAtMs: atMs } = run;
        tables.contexts.put({ chatId, context, at, own: null, atMs, seen: [], carried: [] });
        changeChat(chatId, chat, taken);
      }),

    acceptInput: ({ runId, messages, run, chat, taken }) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        for (const message of messages) tables.messages.add(message);
        tables.runs.update(runId, run);
        changeChat(chatId, chat, taken);
      }),

    queueMessage: (chatId, message) =>
      transaction(() => void tables.chats.update(chatId, { pendingMessage: message })),

    queueEvent: (chatId, event) =>
      transaction(() => {
        const pendingEvents = [...chatOf(chatId).pendingEvents, event];
        tables.chats.update(chatId, { pendingEvents });
      }),

    updateChat: (chatId, changes) => transaction(() => void tables.chats.update(chatId, changes)),

    addAccounting: (row) => transaction(() => tables.messages.add(row)),

    addUsage: ({ run, ...usage }) =>
      transaction(() => tables.usage.add({ ...usage, chatId: run.chatId, runId: run.id })),

    keepSent: (request) =>
      transaction(() => {
        tables.sentRequests.put(request);
        const ofChat = tables.sentRequests
          .all()
          .filter(({ chatId }) => chatId === request.chatId)
          .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
        for (const { id } of ofChat.slice(0, -SENT_KEPT)) tables.sentRequests.remove(id);
      }),

    updateRun: (runId, changes, chat = {}) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        tables.runs.update(runId, changes);
        tables.chats.update(chatId, chat);
      }),

    storeResponse: ({ message, executions, usage, run }) =>
      transaction(() => {
        tables.messages.add(message);
        for (const execution of executions) tables.executions.add(execution);
        if (usage !== null && message.runId !== null) {
          const { chatId, runId, id: messageId, createdAtMs: atMs, model } = message;
          tables.usage.add({ ...usage, chatId, runId, messageId, atMs, model });
        }
        tables.runs.update(message.runId ?? '', run);
      }),

    executionsOf: (messageId) => transaction(() => executionsOf(messageId)),

    executionById: (executionId) => transaction(() => tables.executions.get(executionId) ?? null),

    markStarted: (executionId, startedAtMs, write) =>
      transaction(() => {
        if (!tables.executions.update(executionId, { state: 'started', startedAtMs, write })) missing('call');
      }),

    storeResult: ({ message, run, chat, left, audit }) =>
      transaction(() => {
        tables.messages.add(message);
        if (audit !== null) appendAudit(audit);
        const leftStateHash = left?.stateHash ?? null;
        tables.executions.update(message.executionId, { state: 'done', leftStateHash });
        if (left !== null) tables.contexts.update(message.chatId, { own: left.state });
        withdrawAnswered(message.executionId, message.createdAtMs);
        tables.runs.update(message.runId ?? '', run);
        tables.chats.update(message.chatId, { ...chat, updatedAtMs: message.createdAtMs });
      }),

    storePageUpdate: ({ chatId, toolMessageId, pageUpdate, context, at, chat }) =>
      transaction(() => {
        const message = tables.messages.get(toolMessageId);
        if (pageUpdate !== null && message?.role === 'tool') tables.messages.put({ ...message, pageUpdate });
        putKnown(chatId, { context, at });
        tables.chats.update(chatId, chat);
      }),

    changeNotes: (chatId) =>
      transaction(() => {
        const row = tables.contexts.get(chatId);
        return { seen: row?.seen ?? [], carried: row?.carried ?? [] };
      }),

    noteSeen: (chatId, seen) => transaction(() => void tables.contexts.update(chatId, { seen })),

    renewOpening: ({ runId, contextText, context, at, chat }) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        tables.runs.update(runId, { contextText });
        putKnown(chatId, { context, at });
        tables.chats.update(chatId, chat);
      }),

    knownPage: (chatId) =>
      transaction(() => {
        const row = tables.contexts.get(chatId);
        return row === undefined ? null : { context: row.context, at: row.at, own: row.own };
      }),

    approvalOf: ({ messageId, runId, chatId }) =>
      transaction(() => {
        const approval = approvalOf(messageId);
        return approval?.runId === runId && approval.chatId === chatId ? approval : null;
      }),

    approvalById: (approvalId) => transaction(() => tables.approvals.get(approvalId) ?? null),

    askApproval: (approval, run) =>
      transaction(() => {
        tables.approvals.add(approval);
        for (const { executionId, isAsked } of approval.calls) {
          if (isAsked) tables.executions.update(executionId, { state: 'awaiting-approval' });
        }
        tables.runs.update(approval.runId, run);
      }),

    updateApproval: (approval, run, allowed) =>
      transaction(() => {
        if (tables.approvals.get(approval.id) === undefined) missing('question');
        tables.approvals.put(approval);
        tables.runs.update(approval.runId, run);
        if (allowed === null) return;
        const { id, settings } = chatOf(approval.chatId);
        const own = Object.fromEntries(allowed.tools.map((tool) => [tool, 'allow' as const]));
        const permissions = { ...settings.permissions, ...own };
        tables.chats.update(id, { settings: { ...settings, permissions } });
        appendAudit(allowed.audit);
      }),

    addAudit: (record) => transaction(() => appendAudit(record)),

    tokensUsed: (chatId) =>
      transaction(() => {
        const ofChat = tables.usage.all().filter((usage) => usage.chatId === chatId);
        return totalTokens(ofChat.map(({ counts }) => counts));
      }),

    recordRollback: ({ chatId, atMs, rollbackId, setAside, bringBack, rows, run, known, safety, audit }) =>
      transaction(() => {
        appendAudit(audit);
        for (const id of setAside) tables.messages.update(id, { discardedBy: rollbackId });
        for (const id of bringBack) tables.messages.update(id, { discardedBy: null });
        for (const row of rows) tables.messages.add(row);
        if (run !== null) tables.runs.update(run.id, run.changes);
        tables.checkpoints.update(safety.id, { after: safety.after });
        tables.chats.update(chatId, { updatedAtMs: atMs });
        if (known === null) return;
        const { context, stateHash, at, carried } = known;
        tables.contexts.put({ chatId, context, at, own: null, atMs, seen: [], carried });
        tables.chats.update(chatId, { lastStateHash: stateHash });
      }),
  };
}

function missing(what: string): never {
  throw new StewardError('not-found', `Steward’s record has no such ${what}.`, {
    remedy: 'Open the panel again; if it stays so, start a new session.',
  });
}
