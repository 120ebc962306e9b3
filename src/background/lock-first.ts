import type { EndpointPort, PagePort, Timer } from '@/src/core/loop/ports';
import type { PageLocks } from './page-locks';

/** A page that doesn't answer keeps its run waiting no longer. */
const LOCK_WAIT_MS = 2_000;

/**
 * The ports of the loop, behind the page's lock: the page is locked before a run's request goes out, and before each
 * call that may change it, also the one that an approval let go on after the lock had ended.
 */
export function lockFirst(deps: {
  locks: Pick<PageLocks, 'update'>;
  page: PagePort;
  endpoints: EndpointPort;
  timer: Timer;
}): { page: PagePort; endpoints: EndpointPort } {
  async function lock(chatId: string): Promise<void> {
    const wait = new AbortController();
    await Promise.race([deps.locks.update(chatId), deps.timer.sleep(LOCK_WAIT_MS, wait.signal)]);
    wait.abort();
  }

  return {
    page: {
      ...deps.page,
      async execute(chat, request, signal) {
        await lock(chat.id);
        return deps.page.execute(chat, request, signal);
      },
    },
    endpoints: {
      async endpointOf(chat) {
        await lock(chat.id);
        return deps.endpoints.endpointOf(chat);
      },
    },
  };
}
