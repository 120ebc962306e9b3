import type { Approval, ApprovalAnswer, CallChoice } from '@/src/schema/approval';

/**
 * An answer that gives all open calls of an approval request the same verdict, on the preview that it shows.
 */
export function answerAll(
  approval: Approval,
  verdict: CallChoice['verdict'],
  note = '',
  more: Partial<Pick<ApprovalAnswer, 'allowTools' | 'digest'>> = {},
): ApprovalAnswer {
  const open = approval.calls.filter(({ isAsked, decision }) => isAsked && decision === null);
  return {
    digest: approval.preview.digest,
    choices: open.map(({ executionId }) => ({ executionId, verdict, args: null, leftOut: [], note })),
    allowTools: [],
    ...more,
  };
}
