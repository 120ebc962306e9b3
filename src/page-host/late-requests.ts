import { StewardError } from '@/src/core/errors';

/**
 * Delay of delivery in milliseconds above which a request was held up by a blocked page. Its withdrawal may then be
 * queued after it.
 */
const LATE_MS = 500;
/**
 * Time that a late request waits for its withdrawal, in milliseconds. The browser delivers the withdrawal right after
 * the request.
 */
const WITHDRAWAL_WAIT_MS = 100;
/** Number of withdrawn ids that are remembered. */
const MAX_WITHDRAWN = 200;

/** The parts of a page change request that concern its delivery. */
interface ChangeRequest {
  executionId: string;
  /** Time of sending in the background, in milliseconds since 1970: page and background share one clock. */
  sentAtMs: number;
  timeoutMs: number;
}

/** Rejects changes that the background no longer waits for. */
export interface LateRequests {
  /** Marks a change that the background no longer waits for. */
  withdraw(executionId: string): void;
  /**
   * Resolves if a change may be made. Rejects with `aborted` if it was withdrawn or is past its time limit. Unlike
   * `timeout`, `aborted` means that it certainly wasn't made.
   */
  admit(request: ChangeRequest): Promise<void>;
}

/**
 * While a page's scripts are blocked, for example by an open dialog, the browser queues the background's messages. When
 * it delivers them, the run may have been stopped, or may have recorded that the change had no effect.
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
