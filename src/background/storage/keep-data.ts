import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { EventBus } from '@/src/core/ports/event-bus';

/**
 * Asks the browser, when a run begins, never to delete Steward's data to free space. Firefox needs that, and grants it without a
 * question because of the permission `unlimitedStorage`. Chromium needs only the permission, and has no such request in a worker.
 */
export function keepData(logger: Pick<Logger, 'warning'>): EventBus {
  return {
    emit(_source, event) {
      if (event.type !== 'session-started') return;
      // Node, in which tests run the background, may have no `navigator`.
      globalThis.navigator?.storage?.persist?.().catch((error: unknown) => {
        logFailure(logger.warning, 'storage.kept', 'The browser may delete Steward’s data.', error);
      });
    },
  };
}
