import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';

/** Locks pages against user input while a run works on them. */
export interface PageLockPort {
  /**
   * Locks the page of a working run that has the page's lease, and waits for the page's confirmation, but not for a page that
   * doesn't answer. A page that is already locked with the same text gets no message. The lock ends with the run's work.
   * `calls`: those of the response that is being executed. Rejects with the signal's reason when it aborts.
   */
  lock(
    chat: Chat,
    run: Pick<Run, 'id' | 'status'>,
    calls: readonly LockedCall[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** The fields of a call that the lock's text depends on. */
export type LockedCall = Pick<Execution, 'effect' | 'state'>;
