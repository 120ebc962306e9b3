import type { Timer } from '@/src/core/ports/clock';
import type { PageLockPort } from '@/src/core/ports/page-lock-port';
import type { PagePort } from '@/src/core/ports/page-port';
import type { PageLocks } from './page-locks';

/** Longest wait for a page to confirm its lock, in milliseconds. */
const LOCK_WAIT_MS = 2_000;

/**
 * The lock that the loop requests before each request to the model, and a page that is locked before each call that
 * may change it, including a call approved after the lock had ended.
 */
export function withPageLock(deps: { locks: Pick<PageLocks, 'update'>; page: PagePort; timer: Timer }): {
  page: PagePort;
  pageLock: PageLockPort;
} {
  /** When the signal aborts, locking continues in the background. */
  async function lock(chatId: string, signal: AbortSignal): Promise<void> {
    const wait = new AbortController();
    const ends = AbortSignal.any([signal, wait.signal]);
    try {
      await Promise.race([deps.locks.update(chatId), deps.timer.sleep(LOCK_WAIT_MS, ends)]);
    } finally {
      wait.abort();
    }
  }

  return {
    pageLock: { lock },
    page: {
      ...deps.page,
      async execute(chat, request, signal) {
        await lock(chat.id, signal);
        return deps.page.execute(chat, request, signal);
      },
    },
  };
}
