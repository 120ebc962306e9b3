import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { isLeaseWait, isWorking } from '@/src/core/records/transition';

/**
 * Wakes the chats that wait for a page as soon as the run that works on it stops. A wake that fails is logged: a
 * waiting run asks again after a while anyway.
 */
export function createPageReleases(deps: {
  wake: AgentLoop['wakeWaiting'];
  logger: Pick<Logger, 'warning'>;
}): EventBus {
  return {
    emit({ chatId }, event) {
      if (!mayRelease(event)) return;
      deps.wake(chatId).catch((error: unknown) => {
        deps.logger.warning('page.lease', 'The chats that wait for a page could not be woken.', {
          chatId,
          data: errorFacts(toErrorInfo(error)),
        });
      });
    },
  };
}

/** Whether a run may have stopped needing its page. An approval needs it for a while; its end is found by asking again. */
function mayRelease(event: LoopEvent): boolean {
  if (event.type !== 'status-changed') return false;
  const { status } = event;
  return !isWorking(status) && status.state !== 'waiting-for-approval' && !isLeaseWait(status);
}
