import { isOpen } from '@/src/core/policy/approval-request';
import { allowing } from '@/src/core/policy/change-policy';
import type { ApprovalJournal, AuditPort } from '@/src/core/ports/journal';
import type { MessageJournal } from '@/src/core/ports/message-journal';
import type { HistoryChange } from '@/src/core/ports/page-history';
import { isOwnExecution } from '@/src/core/records/change-cause';
import type { Execution } from '@/src/schema/call';
import type { LeftPage } from '@/src/schema/known-page';
import type { HistoryPlace } from '@/src/schema/observed-page';
import { type StewardDatabase, WRITE_HASHES } from '@/src/store/db';
import { appendAudit } from './append-audit';
import { addPacked, type PackedCheckpoint, packNew } from './checkpoint-store';
import type { KeptRecords } from './kept-records';
import { changeHistory, stepsUntil } from './page-history';
import { rowOf, updateRow, updateRows } from './rows';
import { alreadyDone, stored } from './storage-error';
import { storePolicy } from './store-policy';
import { transact } from './transact';

const FIRST = -Infinity;
const LAST = Infinity;

type WriteHashesKey = [messageId: string, index: number, before: string, after: string];

type CallRecords = Omit<
  MessageJournal,
  'storeResponse' | 'storePartialAnswer' | 'continuePartialAnswer' | 'messagesFrom'
> &
  ApprovalJournal &
  AuditPort;

/** Creates the journal's methods for calls and approval requests. */
export function callMethods(db: StewardDatabase, kept: Pick<KeptRecords, 'callsOf'>): CallRecords {
  /** Changes a call, with its write in the page's history and its response's checkpoint. Rejects if the call already has a result. */
  function changeCall(
    executionId: string,
    changes: Partial<Execution>,
    write: HistoryChange | null,
    checkpoint: PackedCheckpoint | null,
  ): Promise<void> {
    const ofCall = [db.executions, db.pages, db.pageSteps];
    return transact(db, checkpoint === null ? ofCall : [...ofCall, db.checkpoints], async () => {
      const execution = await rowOf(db.executions, executionId);
      if (execution.state === 'done') throw alreadyDone();
      await db.executions.put({ ...execution, ...changes });
      if (write !== null) await changeHistory(db, write);
      if (checkpoint !== null) await addPacked(db, checkpoint);
    });
  }

  /** Withdraws an approval request once all its calls have a result. Runs within the caller's transaction. */
  async function withdrawAnswered({ messageId }: Execution, atMs: number): Promise<void> {
    const pending = db.approvals.where('[messageId+state]').equals([messageId, 'pending']);
    const approval = await pending.first();
    if (approval === undefined) return;
    const executions = await db.executions.where('messageId').equals(messageId).toArray();
    const done = new Set(executions.filter(({ state }) => state === 'done').map(({ id }) => id));
    if (!isOpen(approval, done)) {
      await updateRow(db.approvals, approval.id, { state: 'withdrawn', decidedAtMs: atMs });
    }
  }

  /**
   * Stores the page state that a write left. Does nothing for a chat whose page was never read. Runs within the
   * caller's transaction.
   */
  async function keepOwnWrite(chatId: string, { context, at }: LeftPage): Promise<void> {
    const known = await db.contexts.get(chatId);
    if (known === undefined) return;
    const { own } = known;
    const isFollowed = own !== null && (await hasOthersBetween(chatId, own.at, at));
    const before = isFollowed ? [{ context: own.context, at: own.at }] : [];
    const earlier = [...(own?.earlier ?? []), ...before];
    await db.contexts.put({ ...known, own: { context, at, earlier } });
  }

  /** True if others than the chat changed the page between two places of its history, or may have, in another tab. */
  async function hasOthersBetween(chatId: string, from: HistoryPlace, to: HistoryPlace): Promise<boolean> {
    if (from.page !== to.page) return true;
    const steps = await stepsUntil(db, from, to.sequence);
    return steps.some(({ cause }) => !isOwnExecution(cause, chatId));
  }

  return {
    async executionsOf(messageId) {
      const calls = kept.callsOf(messageId);
      if (calls !== null) return calls;
      const rows = await stored(() => db.executions.where('messageId').equals(messageId).toArray());
      return rows.sort((a, b) => a.index - b.index);
    },

    async stateHashesOf(messageId) {
      const calls = kept.callsOf(messageId);
      if (calls !== null) return calls.flatMap(hashesOf);
      const ofResponse = db.executions.where(WRITE_HASHES).between([messageId, FIRST], [messageId, LAST]);
      // The index contains both hashes, so no row is read; calls without hashes are not in the index.
      const keys = await stored(() => ofResponse.keys());
      return (keys as unknown as WriteHashesKey[]).map(([, , before, after]) => ({ before, after }));
    },

    async executionById(executionId) {
      return (await stored(() => db.executions.get(executionId))) ?? null;
    },

    async markStarted(executionId, startedAtMs, write, opens, checkpoint) {
      const packed = checkpoint && (await packNew(checkpoint));
      await changeCall(executionId, { state: 'started', startedAtMs, write }, opens, packed);
    },

    markSending: (executionId, startedAtMs, messageTo) =>
      changeCall(executionId, { state: 'started', startedAtMs, messageTo }, null, null),

    markUnsent: (executionId, state, ends) =>
      changeCall(executionId, { state, startedAtMs: null, write: null }, ends, null),

    async storeResult({ message, run, chat, write, checkpoint, leftStateHash, audit }) {
      const ofChat = [db.messages, db.executions, db.runs, db.chats, db.approvals, db.checkpoints];
      const ofPage = [db.contexts, db.pages, db.pageSteps, db.audit, db.auditHeads];
      const { chatId, runId, executionId, createdAtMs: atMs } = message;
      const hashes = {
        leftStateHash: leftStateHash ?? write?.left?.stateHash ?? null,
        leftSavedHash: write?.left?.savedHash ?? null,
      };
      await transact(db, [...ofChat, ...ofPage], async () => {
        await db.messages.add(message);
        if (audit !== null) await appendAudit(db, audit);
        const execution = await rowOf(db.executions, executionId);
        await db.executions.put({ ...execution, state: 'done', ...hashes });
        if (write !== null) {
          const { at } = await changeHistory(db, write.ends);
          if (write.left !== null) await keepOwnWrite(chatId, { context: write.left.context, at });
        }
        // Does nothing if the checkpoint is gone: the result must be stored all the same.
        if (checkpoint !== null) await db.checkpoints.update(checkpoint.id, checkpoint);
        await withdrawAnswered(execution, atMs);
        await updateRow(db.runs, runId ?? '', run);
        await updateRow(db.chats, chatId, { ...chat, updatedAtMs: atMs });
      });
    },

    ...approvalMethods(db),

    addAudit: (record) => transact(db, [db.audit, db.auditHeads], () => appendAudit(db, record)),
  };
}

/** The state hashes of a call that has ended; none for one that changed nothing. */
function hashesOf({ write, leftStateHash: after }: Execution) {
  const before = write?.before.stateHash;
  return before === undefined || after === null ? [] : [{ before, after }];
}

function approvalMethods(db: StewardDatabase): ApprovalJournal {
  return {
    async approvalOf({ messageId, runId, chatId }) {
      // Filters after the query: Dexie would filter with a cursor, which is slow for rows of this size.
      const ofMessage = await stored(() => db.approvals.where('messageId').equals(messageId).toArray());
      return ofMessage.find((approval) => approval.runId === runId && approval.chatId === chatId) ?? null;
    },

    async approvalById(approvalId) {
      return (await stored(() => db.approvals.get(approvalId))) ?? null;
    },

    addApproval: (approval, run) =>
      transact(db, [db.approvals, db.executions, db.runs], async () => {
        await db.approvals.add(approval);
        const asked = approval.calls.filter(({ isAsked }) => isAsked).map(({ executionId }) => executionId);
        await updateRows(db.executions, asked, { state: 'awaiting-approval' });
        await updateRow(db.runs, approval.runId, run);
      }),

    async updateApproval(approval, run, allowed) {
      const tables = [db.approvals, db.runs, db.chats, db.audit, db.auditHeads];
      await transact(db, tables, async () => {
        await rowOf(db.approvals, approval.id);
        await db.approvals.put(approval);
        await updateRow(db.runs, approval.runId, run);
        if (allowed === null) return;
        await storePolicy(db, approval.chatId, () => allowing(allowed.tools), allowed.made);
      });
    },
  };
}
