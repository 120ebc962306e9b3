import type { Approval } from '@/src/schema/approval';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { Run } from '@/src/schema/run';

/** Tools that the user allows in a chat from now on, with the audit entry for that. */
export interface AllowedTools {
  tools: readonly string[];
  audit: NewAuditEntry;
}

/** Approval requests and their decisions. */
export interface ApprovalJournal {
  /** The approval request about a call's response, made in the call's own run; null if there is none. */
  approvalOf(call: Pick<Execution, 'messageId' | 'runId' | 'chatId'>): Promise<Approval | null>;
  /** Null if no approval request has this id. */
  approvalById(approvalId: string): Promise<Approval | null>;
  /** Adds an approval request, and updates its calls' state and the run's status. */
  addApproval(approval: Approval, run: Partial<Run>): Promise<void>;
  /**
   * Replaces an approval request, after its preview changed or the user decided. Updates the run's status, and the chat's
   * policy for the tools that the user allowed; `allowed` is null if they allowed none.
   */
  updateApproval(approval: Approval, run: Partial<Run>, allowed: AllowedTools | null): Promise<void>;
}
