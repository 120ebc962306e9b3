import type { Approval, ApprovalCall } from '@/src/schema/approval';

/**
 * The calls of an approval request that have neither a decision nor a result: those that the user is asked about, and those
 * between them that the policy allows. `done`: the ids of the calls that have their result.
 */
export function undecidedCalls(
  { calls }: Pick<Approval, 'calls'>,
  done: ReadonlySet<string>,
): ApprovalCall[] {
  return calls.filter(({ executionId, decision }) => decision === null && !done.has(executionId));
}
