import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { isLeaseWait, isWorking } from '@/src/core/records/transition';

/**
 * Wakes the chats that wait for a page as soon as the run that holds it stops. A failure is logged: a waiting
 * run retries by itself after a while.
 */
export function createPageReleases(deps: {
  wake: AgentLoop['wakeWaiting'];
  logger: Pick<Logger, 'warning'>;
}): EventBus {
  return {
    emit({ chatId }, event) {
      if (!mayRelease(event)) return;
      deps.wake(chatId).catch((error: unknown) => {
        const text = 'The chats that wait for a page could not be woken.';
        logFailure(deps.logger.warning, 'page.lease', text, error, { chatId });
      });
    },
  };
}

/**
 * True if a run may have released its page. A run waiting for approval still holds it for a while; the waiting chats
 * retry, and so detect when it is released.
 */
function mayRelease(event: LoopEvent): boolean {
  if (event.type !== 'status-changed') return false;
  const { status } = event;
  return !isWorking(status) && status.state !== 'waiting-for-approval' && !isLeaseWait(status);
}
