import type { Approval } from '@/src/schema/approval';
import type { Run } from '@/src/schema/run';
import { type SaidText, say } from '@/src/schema/values/said';
import { assertNever } from '../assert-never';
import { type StewardError, textError } from '../errors';
import type { LockedCall } from '../ports/page-lock-port';
import type { PageHolder } from '../records/run-status';
import { changesPage } from '../records/tool-effect';
import { isLeaseWait } from '../records/transition';

/**
 * Time limit for the lock during an approval request, in milliseconds. The lock keeps the preview valid, but must end if
 * the user is away.
 */
export const APPROVAL_LOCK_MS = 300_000;

/** A lock that blocks the user's input on a page. */
export interface LockWindow {
  reason: 'working' | 'approval';
  /**
   * Number of the response's calls that change the page, and how many of them have a result. Null if no calls run, or
   * none of them changes the page.
   */
  progress: { done: number; total: number } | null;
  /** The deadline of the lock, in milliseconds since 1970; null if it lasts as long as the status. */
  untilMs: number | null;
}

/**
 * Returns the lock of a run's page, or null if the page isn't locked. It is locked while the run works, and for
 * {@link APPROVAL_LOCK_MS} while it waits for an approval; not while the run is paused, waits for anything else, or is over.
 * `approval`: the approval request that the status names; `calls`: those of the run's last response.
 */
export function lockOf(
  { status }: Pick<Run, 'status'>,
  approval: Pick<Approval, 'createdAtMs'> | null,
  calls: readonly LockedCall[],
  nowMs: number,
): LockWindow | null {
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
    case 'processing':
      return { reason: 'working', progress: null, untilMs: null };
    case 'waiting-for-tools':
      return lockForCalls(calls);
    case 'waiting-for-approval':
      return approval === null ? null : lockForApproval(approval.createdAtMs + APPROVAL_LOCK_MS, nowMs);
    case 'waiting-for-endpoint':
    case 'waiting-for-system-input':
    case 'waiting-for-user-input':
    case 'waiting-for-agent-coordination':
    case 'paused':
    case 'done':
      return null;
    default:
      return assertNever(status);
  }
}

function lockForCalls(calls: readonly LockedCall[]): LockWindow {
  const changing = calls.filter(({ effect }) => effect !== null && changesPage(effect));
  const done = changing.filter(({ state }) => state === 'done').length;
  const progress = changing.length === 0 ? null : { done, total: changing.length };
  return { reason: 'working', progress, untilMs: null };
}

function lockForApproval(untilMs: number, nowMs: number): LockWindow | null {
  if (nowMs >= untilMs) return null;
  return { reason: 'approval', progress: null, untilMs };
}

/** The lock's line on the page, with the number of the current call if several calls change the page. */
export function lockLine({ reason, progress }: Pick<LockWindow, 'reason' | 'progress'>): SaidText {
  if (reason === 'approval') return say('said.lock.approval');
  if (progress === null || progress.total === 1) return say('said.lock.working');
  const { done, total } = progress;
  return say('said.lock.workingOn', { current: Math.min(done + 1, total), total });
}

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

/** The error for an action on a page on which another chat works. */
export function pageBusy({ title }: PageHolder): StewardError {
  return textError('busy', say('error.pageLock.busy', { title }), { remedy: 'remedy.waitOrStop' });
}
