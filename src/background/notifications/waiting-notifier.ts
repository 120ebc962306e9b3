import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { EventBus } from '@/src/core/ports/event-bus';
import { createSerializer } from '@/src/core/serialize';
import { dueNotifications } from './due-notifications';
import { approvalOfNotification, type Notifications } from './notifications';
import type { ToolbarBadge } from './toolbar-badge';
import type { WaitingRequest } from './waiting-requests';

/**
 * Notifies the user of pending approval requests: a badge on the toolbar button, and a notification if
 * wanted. All of it is derived from the database, so it is correct after a restart of worker or browser.
 * Never rejects: failures are logged, and the approval request stays pending.
 */
export interface WaitingNotifier {
  /** Receives the loop's events. */
  emit: EventBus['emit'];
  /** Updates badge and notifications from the database. */
  update(): Promise<void>;
  /** The user clicked a notification: brings its page to the front. */
  follow(noticeId: string): Promise<void>;
}

export function createWaitingNotifier(deps: {
  requests: () => Promise<WaitingRequest[]>;
  badge: ToolbarBadge;
  notices: Notifications;
  isWatched: (chatId: string) => boolean;
  showPage: (chatId: string) => Promise<void>;
  logger: Pick<Logger, 'warning'>;
}): WaitingNotifier {
  const { notices } = deps;
  const serially = createSerializer();
  /** The update that has not started: one is enough. */
  let waiting: Promise<void> | null = null;
  /** Topics whose last attempt failed, so that each is logged once. */
  const failing = new Set<string>();

  async function attempt(topic: string, complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      failing.delete(topic);
    } catch (error) {
      if (!failing.has(topic)) logFailure(topic, complaint, error);
      failing.add(topic);
    }
  }

  function logFailure(topic: string, complaint: string, cause: unknown): void {
    const error = toErrorInfo(cause);
    deps.logger.warning(topic, `${complaint} ${error.message}`, { data: errorFacts(error) });
  }

  async function synchronize(): Promise<void> {
    await attempt('attention.record', 'Pending approval requests can’t be read.', async () => {
      const requests = await deps.requests();
      await Promise.all([
        attempt('attention.badge', 'The toolbar button can’t be marked.', () =>
          deps.badge.show(requests.length),
        ),
        attempt('attention.notice', 'Notifications can’t be shown.', () => notify(requests)),
      ]);
    });
  }

  async function notify(requests: readonly WaitingRequest[]): Promise<void> {
    const reported = await notices.reported();
    const due = dueNotifications({
      waiting: requests,
      shown: await notices.shown(),
      reported,
      isWanted: await notices.isWanted(),
      isWatched: deps.isWatched,
    });
    // Stored before anything is shown: if the worker dies here, one notification is missed rather than
    // repeated.
    if (due.reported.join() !== reported.join()) await notices.storeReported(due.reported);
    for (const id of due.withdraw) await notices.withdraw(id);
    for (const request of due.show) await notices.show(request);
  }

  function update(): Promise<void> {
    waiting ??= serially('update', () => {
      waiting = null;
      return synchronize();
    });
    return waiting;
  }

  return {
    emit(_source, event) {
      // An approval request starts and ends with a change of its run’s status.
      if (event.type === 'status-changed') void update();
    },
    update,

    async follow(noticeId) {
      const approvalId = approvalOfNotification(noticeId);
      if (approvalId === null) return;
      try {
        await notices.withdraw(approvalId);
        const request = (await deps.requests()).find((one) => one.approvalId === approvalId);
        if (request !== undefined) await deps.showPage(request.chatId);
      } catch (error) {
        logFailure('attention.follow', 'The page of a notification can’t be shown.', error);
      }
    },
  };
}
