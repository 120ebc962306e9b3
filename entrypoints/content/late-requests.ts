import { StewardError } from '@/src/core/errors';

/** A request that was delivered later than this after it was sent: the page stood still, and more may be waiting. */
const LATE_MS = 500;
/** How long a late request waits for its withdrawal, which the browser delivers right after it. */
const WITHDRAWAL_WAIT_MS = 100;
/** Withdrawn ids that are remembered. */
const MAX_WITHDRAWN = 200;

/** A request that changes the page, as far as its delivery matters. */
interface ChangeRequest {
  executionId: string;
  /** When the background sent it, in milliseconds since 1970: page and background share one clock. */
  sentAtMs: number;
  timeoutMs: number;
}

/** Keeps changes from being made that nobody waits for any longer. */
export interface LateRequests {
  /** The background no longer waits for a change. */
  withdraw(executionId: string): void;
  /**
   * Resolves if a change may be made. Rejects with `aborted` for one that was withdrawn, or that is past its limit: unlike
   * `timeout`, that leaves no doubt that it won't be made.
   */
  admit(request: ChangeRequest): Promise<void>;
}

/**
 * While a page's scripts stand still, in an open dialog say, the browser keeps the background's messages and delivers
 * them afterwards. By then the run may have been stopped, or told that the change had no effect.
 */
export function createLateRequests(now: () => number): LateRequests {
  const withdrawn = new Set<string>();

  return {
    withdraw(executionId) {
      withdrawn.add(executionId);
      for (const oldest of withdrawn) {
        if (withdrawn.size <= MAX_WITHDRAWN) break;
        withdrawn.delete(oldest);
      }
    },
    async admit({ executionId, sentAtMs, timeoutMs }) {
      const lateMs = now() - sentAtMs;
      if (lateMs > LATE_MS) await new Promise((resolve) => setTimeout(resolve, WITHDRAWAL_WAIT_MS));
      if (lateMs > timeoutMs || withdrawn.has(executionId)) throw deliveredTooLate();
    },
  };
}

function deliveredTooLate(): StewardError {
  return new StewardError('aborted', 'The page got this change too late, so nothing was done.', {
    remedy: 'Make it again if it is still wanted.',
  });
}
