import type { Approval, ApprovalCall } from '@/src/schema/approval';

/** The undecided calls of an approval request, with the allowed calls between them. `done`: the calls that have their result. */
export function openCallsOf({ calls }: Pick<Approval, 'calls'>, done: ReadonlySet<string>): ApprovalCall[] {
  return calls.filter(({ executionId, decision }) => decision === null && !done.has(executionId));
}
