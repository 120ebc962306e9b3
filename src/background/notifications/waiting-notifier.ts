import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import { createSerializer } from '@/src/core/loop/serialize';
import type { EventBus } from '@/src/core/ports/event-bus';
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
  questions: () => Promise<WaitingRequest[]>;
  badge: ToolbarBadge;
  notices: Notifications;
  isWatched: (chatId: string) => boolean;
  showPage: (chatId: string) => Promise<void>;
  logger: Pick<Logger, 'warning'>;
}): WaitingNotifier {
  const { notices } = deps;
  const inTurn = createSerializer();
  /** The update that has not started: one is enough. */
  let waiting: Promise<void> | null = null;
  /** Topics whose last attempt failed, so that each is logged once. */
  const failing = new Set<string>();

  async function attempt(topic: string, complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      failing.delete(topic);
    } catch (error) {
      if (!failing.has(topic)) complain(topic, complaint, error);
      failing.add(topic);
    }
  }

  function complain(topic: string, complaint: string, cause: unknown): void {
    const error = toErrorInfo(cause);
    deps.logger.warning(topic, `${complaint} ${error.message}`, { data: errorFacts(error) });
  }

  async function bringInLine(): Promise<void> {
    await attempt('attention.record', 'What waits for the user can’t be read.', async () => {
      const questions = await deps.questions();
      await Promise.all([
        attempt('attention.badge', 'The toolbar button can’t be marked.', () =>
          deps.badge.show(questions.length),
        ),
        attempt('attention.notice', 'Notifications can’t be shown.', () => notify(questions)),
      ]);
    });
  }

  async function notify(questions: readonly WaitingRequest[]): Promise<void> {
    const told = await notices.told();
    const due = dueNotifications({
      waiting: questions,
      shown: await notices.shown(),
      told,
      isWanted: await notices.isWanted(),
      isWatched: deps.isWatched,
    });
    // Stored before anything is shown: if the worker dies here, one notification is missed rather than
    // repeated.
    if (due.told.join() !== told.join()) await notices.keepTold(due.told);
    for (const id of due.withdraw) await notices.withdraw(id);
    for (const question of due.show) await notices.show(question);
  }

  function update(): Promise<void> {
    waiting ??= inTurn('update', () => {
      waiting = null;
      return bringInLine();
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
        const question = (await deps.questions()).find((one) => one.approvalId === approvalId);
        if (question !== undefined) await deps.showPage(question.chatId);
      } catch (error) {
        complain('attention.follow', 'The page of a notification can’t be shown.', error);
      }
    },
  };
}
