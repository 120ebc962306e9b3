import { assertNever } from '../assert-never';
import type { Approval } from '../records/approval';
import type { Execution, Run } from '../records/run';
import { changesPage } from '../records/tool-effect';

/** For how long after a question the page stays locked: its preview has to stay true, but nobody may be there to answer. */
export const APPROVAL_LOCK_MS = 300_000;

/** What keeps a user's hands off a page. */
export interface LockWindow {
  /** What is going on, for the user at the page. */
  text: string;
  /** Of the calls of the response that change the page: how many have their result. Null while none is carried out. */
  progress: { done: number; total: number } | null;
  /** When the lock ends by itself, in milliseconds since 1970; null if it lasts as long as the status. */
  untilMs: number | null;
}

/**
 * Whether a run locks its page now (ledger conflict 25): while it works, and for a while as it waits for an approval;
 * not while it is held or waits for anything else, and not when it is over. `approval`: the one that the status names;
 * `calls`: those of the run's last response.
 */
export function lockOf(
  { status }: Pick<Run, 'status'>,
  approval: Pick<Approval, 'createdAtMs'> | null,
  calls: readonly Pick<Execution, 'effect' | 'state'>[],
  nowMs: number,
): LockWindow | null {
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
    case 'processing':
      return { text: 'Steward is working on this page', progress: null, untilMs: null };
    case 'waiting-for-tools':
      return whileCallsRun(calls);
    case 'waiting-for-approval':
      return approval === null ? null : whileAsking(approval.createdAtMs + APPROVAL_LOCK_MS, nowMs);
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

function whileCallsRun(calls: readonly Pick<Execution, 'effect' | 'state'>[]): LockWindow {
  const changing = calls.filter(({ effect }) => effect !== null && changesPage(effect));
  if (changing.length === 0)
    return { text: 'Steward is working on this page', progress: null, untilMs: null };
  const done = changing.filter(({ state }) => state === 'done').length;
  return {
    text: 'Steward is changing this page',
    progress: { done, total: changing.length },
    untilMs: null,
  };
}

function whileAsking(untilMs: number, nowMs: number): LockWindow | null {
  if (nowMs >= untilMs) return null;
  return { text: 'Waiting for your approval in the side panel', progress: null, untilMs };
}
