import { SENT_KEPT } from '@/src/background/storage/journal-usage';
import {
  alreadyDone,
  assertQueued,
  rowMissing,
  runLost,
  summaryChanged,
} from '@/src/background/storage/storage-error';
import { sealEntry } from '@/src/core/audit/audit-chain';
import { isRestoring } from '@/src/core/checkpoints/restore-intent';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { partHashes, splitRequest } from '@/src/core/history/request-parts';
import { needsPageLease } from '@/src/core/page-lock/lock-of';
import { isOpen } from '@/src/core/policy/approval-request';
import { allowing, changePolicy } from '@/src/core/policy/change-policy';
import type { ChatChanges, ChatTitle } from '@/src/core/ports/chat-journal';
import type { Clock } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import type { PageUpdate } from '@/src/core/ports/known-page-journal';
import { isOwnExecution } from '@/src/core/records/change-cause';
import { conversation, sidePositions } from '@/src/core/records/message';
import { lastSnapshotOf } from '@/src/core/records/record-access';
import type { PageHolder } from '@/src/core/records/run-status';
import { hasEnded, isLeaseWait } from '@/src/core/records/transition';
import {
  afterBringingBack,
  afterTaking,
  type TakenInput,
  unsent,
  withQueued,
  withUnsentText,
} from '@/src/core/records/unsent-text';
import { getCumulativeTokenUsage } from '@/src/core/usage/cumulative-usage';
import type { Approval } from '@/src/schema/approval';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { AccountingMessage, Message, UncountedAccounting } from '@/src/schema/message';
import type { PageStep } from '@/src/schema/observed-page';
import type { PageBinding } from '@/src/schema/page-binding';
import type { TokenTotals } from '@/src/schema/usage';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import { addCheckpoint } from './memory-checkpoint-store';
import { changeHistory } from './memory-page-history';
import { leaseKey, type MemoryTables, updateRow } from './memory-tables';

/**
 * A journal in memory, much faster than the one on IndexedDB. One table of tests proves the same contract for
 * both.
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

  function addUsage(usage: Parameters<Journal['addUsage']>[0]): void {
    const last = messagesOf(usage.chatId).at(-1);
    tables.usage.add({ ...usage, position: Math.floor(last?.position ?? -1) + 1 });
  }

  function putKnown(
    chatId: string,
    { context, at }: Pick<Parameters<Journal['beginRun']>[0], 'context' | 'at'>,
  ): void {
    tables.contexts.put({ chatId, context, at, own: null, atMs: clock.now(), carried: [] });
  }

  function putPageUpdate({ chatId, report: told, context, at, chat }: PageUpdate): void {
    if (told?.kind === 'event') tables.messages.add(told.message);
    if (told?.kind === 'update') tables.messages.put(told.message);
    putKnown(chatId, { context, at });
    updateRow(tables.chats, chatId, chat, 'chat');
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

  /** Withdraws an approval request whose last open call has its result. */
  function withdrawAnswered(executionId: string, atMs: number): void {
    const { messageId } = tables.executions.get(executionId) ?? { messageId: '' };
    const approval = approvalOf(messageId);
    if (approval?.state !== 'pending') return;
    const done = executionsOf(messageId).filter(({ state }) => state === 'done');
    if (isOpen(approval, new Set(done.map(({ id }) => id)))) return;
    updateRow(tables.approvals, approval.id, { state: 'withdrawn', decidedAtMs: atMs }, 'question');
  }

  /** The other chat whose run or restore holds the lease of this chat's page; null if there is none. */
  function otherHolder({ id, binding }: Chat): PageHolder | null {
    if (binding === null) return null;
    const chatId = otherRestore(id, binding) ?? otherWorker(id, binding);
    if (chatId === null) return null;
    const { memberOf = chatId } = chatOf(chatId);
    return { chatId: memberOf, title: chatOf(memberOf).title };
  }

  function otherWorker(id: string, binding: PageBinding): string | null {
    const lease = tables.pageLeases.get(leaseKey(binding));
    const run = lease === undefined ? undefined : tables.runs.get(lease.runId);
    if (run === undefined || run.chatId === id) return null;
    const { status, chatId } = run;
    const approval =
      status.state === 'waiting-for-approval' ? (tables.approvals.get(status.approvalId) ?? null) : null;
    return needsPageLease(run, approval, clock.now()) ? chatId : null;
  }

  function otherRestore(id: string, binding: PageBinding): string | null {
    const nowMs = clock.now();
    const found = tables.restores.all().find((intent) => {
      const other = tables.chats.get(intent.chatId)?.binding ?? null;
      const isHere = other !== null && leaseKey(other) === leaseKey(binding);
      return intent.chatId !== id && isHere && isRestoring(intent, nowMs);
    });
    return found?.chatId ?? null;
  }

  /** Chains the row by hash, as the background's audit journal does. */
  function appendAudit(record: NewAuditEntry): void {
    const head = tables.auditHeads.get(record.origin) ?? null;
    const entry = sealEntry(head, record);
    tables.audit.add(entry);
    const { origin, sequence, hash } = entry;
    tables.auditHeads.put({ origin, sequence, hash });
  }

  function tokensUsed(chatId: string): TokenTotals {
    const ofChat = tables.usage.all().filter((usage) => usage.chatId === chatId);
    return getCumulativeTokenUsage(messagesOf(chatId), ofChat);
  }

  function counted(row: UncountedAccounting): AccountingMessage {
    return { ...row, cumulativeTokens: tokensUsed(row.chatId) };
  }

  /** Messages that were queued after `taken` was read stay in the queue. */
  function changeChat(chatId: string, changes: ChatChanges, taken: TakenInput): void {
    tables.chats.put({ ...afterTaking(chatOf(chatId), taken), ...changes });
  }

  function setTitle(chatId: string, title: ChatTitle): void {
    if (chatOf(chatId).titleSource === 'user' && title.titleSource !== 'user') return;
    updateRow(tables.chats, chatId, title, 'chat');
  }

  return {
    load: (chatId) =>
      transaction(() => {
        const chat = chatOf(chatId);
        const messages = messagesOf(chatId);
        const runId = conversation(messages).findLast((message) => message.runId !== null)?.runId ?? null;
        return { chat, messages, run: runId === null ? null : (tables.runs.get(runId) ?? lostRun()) };
      }),

    chatById: (chatId) => transaction(() => chatOf(chatId)),

    chatTitles: () =>
      transaction(() =>
        tables.chats
          .all()
          .filter(({ deletedAtMs }) => deletedAtMs === null)
          .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
          .map(({ id, title }) => ({ id, title })),
      ),

    messagesFrom: (chatId, from) =>
      transaction(() => messagesOf(chatId).filter(({ position }) => position >= from)),

    runById: (runId) => transaction(() => runOf(runId)),

    openRunOf: (chatId) =>
      transaction(() => {
        chatOf(chatId);
        const open = tables.runs.all().filter((run) => run.chatId === chatId && !hasEnded(run.status));
        return open.sort((one, other) => one.startedAtMs - other.startedAtMs).at(-1) ?? null;
      }),

    beginRun: ({ run, message, context, at, chat, title, taken }) =>
      transaction(() => {
        tables.runs.add(run);
        tables.messages.add(message);
        const { chatId, startedAtMs: atMs } = run;
        tables.contexts.put({ chatId, context, at, own: null, atMs, carried: [] });
        changeChat(chatId, { ...chat, ...lastSnapshotOf(run) }, taken);
        if (title !== null) setTitle(chatId, title);
      }),

    acceptInput: ({ runId, messages, run, chat, taken }) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        for (const message of messages) tables.messages.add(message);
        updateRow(tables.runs, runId, run, 'run');
        changeChat(chatId, chat, taken);
      }),

    queueMessage: (chatId, message) =>
      transaction(() => {
        updateRow(tables.chats, chatId, withQueued(chatOf(chatId), message), 'chat');
      }),

    withdrawMessage: (chatId, queuedAtMs) =>
      transaction(() => {
        assertQueued(chatOf(chatId).pendingMessage, queuedAtMs);
        updateRow(tables.chats, chatId, { pendingMessage: null }, 'chat');
      }),

    moveQueuedToUnsent: (chatId) =>
      transaction(() => {
        const { pendingMessage: message, setAside: before } = chatOf(chatId);
        if (message === null) return;
        const setAside = withUnsentText(before, unsent(message));
        updateRow(tables.chats, chatId, { pendingMessage: null, setAside }, 'chat');
      }),

    // There is no composer here.
    takeBackMessage: (chatId, queuedAtMs) =>
      transaction(() => {
        assertQueued(chatOf(chatId).pendingMessage, queuedAtMs);
        updateRow(tables.chats, chatId, { pendingMessage: null }, 'chat');
      }),

    queueEvent: (chatId, event) =>
      transaction(() => {
        const pendingEvents = [...chatOf(chatId).pendingEvents, event];
        updateRow(tables.chats, chatId, { pendingEvents }, 'chat');
      }),

    updateChat: (chatId, changes) => transaction(() => updateRow(tables.chats, chatId, changes, 'chat')),

    setTitle: (chatId, title) => transaction(() => setTitle(chatId, title)),

    addAccounting: (row) =>
      transaction(() => {
        chatOf(row.chatId);
        const added = counted(row);
        tables.messages.add(added);
        return added;
      }),

    // No test with this journal reads payloads.
    addPayload: ({ chatId }) => transaction(() => void chatOf(chatId)),

    storePartialAnswer: ({ message, usage, replaced }) =>
      transaction(() => {
        chatOf(message.chatId);
        if (replaced !== null) tables.messages.remove(replaced);
        tables.messages.add(message);
        addUsage(usage);
      }),

    continuePartialAnswer: ({ message, event }) =>
      transaction(() => {
        tables.messages.put(message);
        tables.messages.add(event);
      }),

    addUsage: (usage) =>
      transaction(() => {
        chatOf(usage.chatId);
        addUsage(usage);
      }),

    keepSent: (request, update) =>
      transaction(() => {
        const { row, parts } = splitRequest(request);
        chatOf(row.chatId);
        if (update != null) putPageUpdate(update);
        const keyOf = (hash: string) => `${row.chatId} ${hash}`;
        for (const part of parts) {
          if (tables.requestParts.get(keyOf(part.hash)) === undefined) tables.requestParts.add(part);
        }
        tables.sentRequests.put(row);
        const ofChat = tables.sentRequests
          .all()
          .filter(({ chatId }) => chatId === row.chatId)
          .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
        const dropped = ofChat.slice(0, -SENT_KEPT);
        if (dropped.length === 0) return;
        for (const { id } of dropped) tables.sentRequests.remove(id);
        const used = new Set(ofChat.slice(-SENT_KEPT).flatMap(partHashes));
        for (const { chatId, hash } of tables.requestParts.all()) {
          if (chatId === row.chatId && !used.has(hash)) tables.requestParts.remove(keyOf(hash));
        }
      }),

    storeSide: ({ chatId, after, covers, messages, usage, title }) =>
      transaction(() => {
        const chat = chatOf(chatId);
        if (covers !== null && tables.messages.get(covers)?.discardedBy !== null) {
          addUsage(usage);
          return false;
        }
        const taken = messagesOf(chatId).filter(({ position }) => position >= after && position < after + 1);
        const positions = sidePositions(taken.at(-1)?.position ?? after, messages.length);
        for (const [index, message] of messages.entries()) {
          tables.messages.add({ ...message, position: positions[index] ?? after });
        }
        addUsage(usage);
        if (title === null || chat.titleSource === 'user') return true;
        updateRow(tables.chats, chatId, { title, titleSource: 'model' }, 'chat');
        return true;
      }),

    changeSummary: ({ summaryId, from, changes, setAside, accounting }) =>
      transaction(() => {
        const summary = tables.messages.get(summaryId) ?? missing('summary');
        if (summary.role !== 'summary' || summary.state !== from || summary.discardedBy !== null) {
          throw summaryChanged();
        }
        tables.messages.put({ ...summary, ...changes });
        for (const id of setAside) updateRow(tables.messages, id, { discardedBy: summaryId }, 'message');
        if (accounting !== null) tables.messages.add(counted(accounting));
      }),

    updateRun: (runId, changes, chat) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        updateRow(tables.runs, runId, changes, 'run');
        updateRow(tables.chats, chatId, chat, 'chat');
      }),

    storeResponse: ({ message, executions, usage, run, replaced }) =>
      transaction(() => {
        if (replaced !== null) tables.messages.remove(replaced);
        tables.messages.add(message);
        for (const execution of executions) tables.executions.add(execution);
        if (usage !== null && message.runId !== null) {
          const { chatId, runId, id: messageId, position, createdAtMs: atMs, model } = message;
          tables.usage.add({ ...usage, kind: 'response', chatId, runId, messageId, position, atMs, model });
        }
        updateRow(tables.runs, message.runId ?? '', run, 'run');
      }),

    executionsOf: (messageId) => transaction(() => executionsOf(messageId)),

    stateHashesOf: (messageId) =>
      transaction(() =>
        executionsOf(messageId).flatMap(({ write, leftStateHash }) =>
          write === null || leftStateHash === null
            ? []
            : [{ before: write.before.stateHash, after: leftStateHash }],
        ),
      ),

    executionById: (executionId) => transaction(() => tables.executions.get(executionId) ?? null),

    markStarted: (executionId, startedAtMs, write, opens, checkpoint) =>
      transaction(() => {
        if (tables.executions.get(executionId)?.state === 'done') throw alreadyDone();
        updateRow(tables.executions, executionId, { state: 'started', startedAtMs, write }, 'call');
        if (opens !== null) changeHistory(tables, opens);
        if (checkpoint !== null) addCheckpoint(tables.checkpoints, checkpoint);
      }),

    markSending: (executionId, startedAtMs, messageTo) =>
      transaction(() => {
        if (tables.executions.get(executionId)?.state === 'done') throw alreadyDone();
        updateRow(tables.executions, executionId, { state: 'started', startedAtMs, messageTo }, 'call');
      }),

    markUnsent: (executionId, state, ends) =>
      transaction(() => {
        if (tables.executions.get(executionId)?.state === 'done') throw alreadyDone();
        updateRow(tables.executions, executionId, { state, startedAtMs: null, write: null }, 'call');
        changeHistory(tables, ends);
      }),

    storeResult: ({ message, run, chat, write, checkpoint, leftStateHash, audit }) =>
      transaction(() => {
        tables.messages.add(message);
        if (audit !== null) appendAudit(audit);
        const hashes = {
          leftStateHash: leftStateHash ?? write?.left?.stateHash ?? null,
          leftSavedHash: write?.left?.savedHash ?? null,
        };
        updateRow(tables.executions, message.executionId, { state: 'done', ...hashes }, 'call');
        const ended = write === null ? null : changeHistory(tables, write.ends);
        const left = write?.left ?? null;
        if (ended !== null && left !== null) {
          const { context } = left;
          const { at } = ended;
          const own = tables.contexts.get(message.chatId)?.own ?? null;
          const isBetween = ({ page, sequence }: PageStep) =>
            own !== null && page === own.at.page && sequence > own.at.sequence && sequence <= at.sequence;
          const others = tables.pageSteps
            .all()
            .filter((step) => isBetween(step) && !isOwnExecution(step.cause, message.chatId));
          const isFollowed = own !== null && (own.at.page !== at.page || others.length > 0);
          const before = isFollowed ? [{ context: own.context, at: own.at }] : [];
          const earlier = [...(own?.earlier ?? []), ...before];
          tables.contexts.update(message.chatId, { own: { context, at, earlier } });
        }
        if (checkpoint !== null) tables.checkpoints.update(checkpoint.id, checkpoint);
        withdrawAnswered(message.executionId, message.createdAtMs);
        updateRow(tables.runs, message.runId ?? '', run, 'run');
        updateRow(tables.chats, message.chatId, { ...chat, updatedAtMs: message.createdAtMs }, 'chat');
      }),

    storePageUpdate: (update) => transaction(() => putPageUpdate(update)),

    storeMentionedParts: (read) =>
      transaction(() => {
        for (const [id, parts] of read) {
          const message = tables.messages.get(id);
          if (message?.role === 'user') tables.messages.put({ ...message, parts });
          else missing('message');
        }
      }),

    renewOpening: ({ runId, contextText, snapshot, message, context, at, chat }) =>
      transaction(() => {
        const { chatId } = runOf(runId);
        updateRow(tables.runs, runId, { contextText, snapshot, stateMessageId: message.id }, 'run');
        tables.messages.put(message);
        putKnown(chatId, { context, at });
        updateRow(tables.chats, chatId, { ...chat, lastSnapshotId: snapshot.id }, 'chat');
      }),

    knownPage: (chatId) =>
      transaction(() => {
        const row = tables.contexts.get(chatId);
        if (row === undefined) return null;
        const { context, at, own, carried } = row;
        return { context, at, own, carried };
      }),

    approvalOf: ({ messageId, runId, chatId }) =>
      transaction(() => {
        const approval = approvalOf(messageId);
        return approval?.runId === runId && approval.chatId === chatId ? approval : null;
      }),

    approvalById: (approvalId) => transaction(() => tables.approvals.get(approvalId) ?? null),

    addApproval: (approval, run) =>
      transaction(() => {
        tables.approvals.add(approval);
        for (const { executionId, isAsked } of approval.calls) {
          if (isAsked) updateRow(tables.executions, executionId, { state: 'awaiting-approval' }, 'call');
        }
        updateRow(tables.runs, approval.runId, run, 'run');
      }),

    updateApproval: (approval, run, allowed) =>
      transaction(() => {
        if (tables.approvals.get(approval.id) === undefined) missing('question');
        tables.approvals.put(approval);
        updateRow(tables.runs, approval.runId, run, 'run');
        if (allowed === null) return;
        const chat = chatOf(approval.chatId);
        const change = allowing(allowed.tools);
        const { settings, changes, audit } = changePolicy(chat, change, NO_POLICY, allowed.made);
        if (changes.length === 0) return;
        updateRow(tables.chats, chat.id, { settings }, 'chat');
        appendAudit(audit());
      }),

    leasePage: ({ id: runId, chatId }) =>
      transaction(() => {
        const chat = chatOf(chatId);
        const holder = otherHolder(chat);
        if (holder !== null || chat.binding === null) return holder;
        const { origin, instanceId, adapterId } = chat.binding;
        tables.pageLeases.put({ origin, instanceId, adapterId, runId });
        return null;
      }),

    pageHolder: (chatId) => transaction(() => otherHolder(chatOf(chatId))),

    waitingForPage: (chatId) =>
      transaction(() => {
        const { binding } = chatOf(chatId);
        return tables.runs.all().flatMap((run) => {
          if (run.chatId === chatId || !isLeaseWait(run.status)) return [];
          const other = chatOf(run.chatId).binding;
          return binding !== null && other !== null && leaseKey(binding) === leaseKey(other)
            ? [run.chatId]
            : [];
        });
      }),

    beginRestore: (intent, opens) =>
      transaction(() => {
        const holder = otherHolder(chatOf(intent.chatId));
        if (holder !== null) return holder;
        tables.restores.put(intent);
        changeHistory(tables, opens);
        return null;
      }),

    restoreOf: (chatId) => transaction(() => tables.restores.get(chatId) ?? null),

    endRestore: (chatId, audit, unreported, ends) =>
      transaction(() => {
        tables.restores.remove(chatId);
        for (const end of ends) changeHistory(tables, end);
        const known = tables.contexts.get(chatId);
        if (unreported !== null && known !== undefined) {
          tables.contexts.update(chatId, { carried: [...known.carried, unreported] });
        }
        if (audit !== null) appendAudit(audit);
      }),

    addAudit: (record) => transaction(() => appendAudit(record)),

    tokensUsed: (chatId) => transaction(() => tokensUsed(chatId)),

    usageFrom: (chatId, from) =>
      transaction(() =>
        tables.usage.all().filter((usage) => usage.chatId === chatId && usage.position >= from),
      ),

    recordRollback: (entry, ends) =>
      transaction(() => {
        const { chatId, atMs, rollbackId, setAside, bringBack, rows, run, known, safety } = entry;
        const { audit, title, queued, givenBack } = entry;
        tables.restores.remove(chatId);
        const ended = ends.map((end) => changeHistory(tables, end)).at(-1);
        if (audit !== null) appendAudit(audit);
        for (const id of setAside) updateRow(tables.messages, id, { discardedBy: rollbackId }, 'message');
        for (const id of bringBack) updateRow(tables.messages, id, { discardedBy: null }, 'message');
        for (const row of rows) tables.messages.add(row.role === 'accounting' ? counted(row) : row);
        if (run !== null) updateRow(tables.runs, run.id, run.changes, 'run');
        if (queued !== undefined) {
          updateRow(tables.chats, chatId, withQueued(chatOf(chatId), queued), 'chat');
        }
        if (title !== null) setTitle(chatId, title);
        updateRow(tables.checkpoints, safety.id, { after: safety.after }, 'checkpoint');
        updateRow(tables.chats, chatId, { updatedAtMs: atMs }, 'chat');
        if (known !== null) {
          const { context, stateHash, carried } = known;
          const at = ended?.at ?? known.at;
          tables.contexts.put({ chatId, context, at, own: null, atMs, carried });
          updateRow(tables.chats, chatId, { lastStateHash: stateHash }, 'chat');
        }
        const chat = tables.chats.get(chatId);
        const back = bringBack.flatMap((id) => tables.messages.get(id) ?? []);
        if (chat !== undefined) {
          tables.chats.put(
            afterBringingBack(
              chat,
              back.filter((message) => message.role === 'user'),
            ),
          );
        }
        // As if the composer always had something else.
        if (givenBack !== undefined) {
          const earlier = tables.chats.get(chatId)?.setAside;
          updateRow(
            tables.chats,
            chatId,
            { setAside: withUnsentText(earlier, { ...givenBack, atMs }) },
            'chat',
          );
        }
        return false;
      }),
  };
}

function missing(what: string): never {
  throw rowMissing(what);
}

function lostRun(): never {
  throw runLost();
}
