import type { Approval } from '../records/approval';
import type { Run } from '../records/run';
import { isLeaseWait } from '../records/transition';
import { lockOf } from './lock-of';

/**
 * Whether a run that has its page's lease still needs it: while it locks the page, and between the end of its wait for
 * the lease and its next step. `approval`: the one that the status names.
 */
export function needsPageLease(
  run: Pick<Run, 'status'>,
  approval: Pick<Approval, 'createdAtMs'> | null,
  nowMs: number,
): boolean {
  return isLeaseWait(run.status) || lockOf(run, approval, [], nowMs) !== null;
}
