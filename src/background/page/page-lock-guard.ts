import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Timer } from '@/src/core/ports/clock';
import type { PagePort } from '@/src/core/ports/page-port';
import type { PageLocks } from './page-locks';

/** A page that doesn't answer keeps its run waiting no longer. */
const LOCK_WAIT_MS = 2_000;

/**
 * The ports of the loop, behind the page's lock: the page is locked before a run's request goes out, and before each
 * call that may change it, also the one that an approval let go on after the lock had ended.
 */
export function withPageLock(deps: {
  locks: Pick<PageLocks, 'update'>;
  page: PagePort;
  endpoints: EndpointPort;
  timer: Timer;
}): { page: PagePort; endpoints: EndpointPort } {
  /** Rejects with the signal's reason when it aborts; the page is then locked without anybody waiting. */
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
