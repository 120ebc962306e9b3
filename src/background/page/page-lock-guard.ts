import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Timer } from '@/src/core/ports/clock';
import type { PagePort } from '@/src/core/ports/page-port';
import type { PageLocks } from './page-locks';

/** Longest wait for a page to confirm its lock, in milliseconds. */
const LOCK_WAIT_MS = 2_000;

/**
 * Decorates the loop's ports: the page is locked before a run's request is sent, and before each call that
 * may change it, including a call approved after the lock had ended.
 */
export function withPageLock(deps: {
  locks: Pick<PageLocks, 'update'>;
  page: PagePort;
  endpoints: EndpointPort;
  timer: Timer;
}): { page: PagePort; endpoints: EndpointPort } {
  /** Rejects with the signal's reason when it aborts; locking then continues in the background. */
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
    page: {
      ...deps.page,
      async execute(chat, request, signal) {
        await lock(chat.id, signal);
        return deps.page.execute(chat, request, signal);
      },
    },
    endpoints: {
      async endpointOf(chat, signal) {
        await lock(chat.id, signal);
        return deps.endpoints.endpointOf(chat, signal);
      },
    },
  };
}
