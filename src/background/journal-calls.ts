import type { Journal } from '@/src/core/loop/ports';
import type { StewardDatabase } from '@/src/store/db';
import { recordGone, stored } from './storage-error';

type CallRecords = Pick<
  Journal,
  | 'executionsOf'
  | 'executionById'
  | 'markStarted'
  | 'storeResult'
  | 'approvalOf'
  | 'approvalById'
  | 'askApproval'
  | 'decideApproval'
>;

/** The journal's part about calls and the questions that they raise. */
export function callRecords(db: StewardDatabase): CallRecords {
  return {
    async executionsOf(messageId) {
      const rows = await stored(() => db.executions.where('messageId').equals(messageId).toArray());
      return rows.sort((a, b) => a.index - b.index);
    },

    async executionById(executionId) {
      return (await stored(() => db.executions.get(executionId))) ?? null;
    },

    async markStarted(executionId, startedAtMs) {
      const rows = await stored(() => db.executions.update(executionId, { state: 'started', startedAtMs }));
      if (rows === 0) throw recordGone('call');
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
          if (approval === undefined) throw recordGone('question');
          await db.approvals.update(approvalId, decision);
          await db.runs.update(approval.runId, run);
        }),
      );
    },
  };
}
