import type { ApprovalCall } from '@/src/schema/approval';

/** A call of an approval request that the user has not decided on, apart from `more`. */
export const approvalCall = (executionId: string, more: Partial<ApprovalCall> = {}): ApprovalCall => ({
  executionId,
  tool: 'add_note',
  label: 'add_note("ale")',
  question: 'Add?',
  args: { text: 'ale' },
  isAsked: true,
  decision: null,
  shown: null,
  ...more,
});
