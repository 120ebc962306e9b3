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
 * Calls the user back: a badge on the toolbar button, and a notification if they want one, as long as a question
 * waits. All of it follows from the record, so it is right again after a death of the worker and a restart of the
 * browser. Nothing here rejects: what can’t be shown is logged, and the question waits all the same.
 */
export interface WaitingNotifier {
  /** What the loop tells. */
  emit: EventBus['emit'];
  /** Brings badge and notifications in line with the record as it is now. */
  update(): Promise<void>;
  /** The user clicked a notification: its page comes to the front. */
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
  /** The update that has not begun: one is enough. */
  let waiting: Promise<void> | null = null;
  /** What failed last time, so that it is logged once. */
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
    // Kept before anything is shown: a worker that dies here calls once too seldom rather than again and again.
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
      // A question begins and ends with a change of its run’s status.
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
