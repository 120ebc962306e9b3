import type { Approval } from '@/src/schema/approval';
import type { Run } from '@/src/schema/run';
import { isLeaseWait } from '../records/transition';
import { lockOf } from './lock-of';

/**
 * True if a run that has its page's lease still needs it: while it locks the page, and between the end of its wait for the
 * lease and its next step. `approval`: the approval request that the status names.
 */
export function needsPageLease(
  run: Pick<Run, 'status'>,
  approval: Pick<Approval, 'createdAtMs'> | null,
  nowMs: number,
): boolean {
  return isLeaseWait(run.status) || lockOf(run, approval, [], nowMs) !== null;
}
