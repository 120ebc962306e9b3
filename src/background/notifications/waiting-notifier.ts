import { browser } from 'wxt/browser';
import { toErrorInfo } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { EventBus } from '@/src/core/ports/event-bus';
import { isWorking } from '@/src/core/records/transition';
import { createSerializer } from '@/src/core/serialize';
import { english } from '@/src/core/text/english';
import { keysOf } from '@/src/schema/values/managed-policy';
import type { Notice } from './notices';
import { type Notifications, notificationsApi, readNotificationId } from './notifications';
import type { ToolbarBadge } from './toolbar-badge';

/**
 * Notifies the user of chats that wait for them, and of runs that ended while no panel showed them: with a badge on the
 * toolbar button, and with notifications if the user has switched them on. Everything is derived from the database, so
 * it is correct after a restart of worker or browser. Never rejects: failures are logged, and waiting chats keep
 * waiting.
 */
export interface WaitingNotifier {
  /** Receives the events of the loop. */
  emit: EventBus['emit'];
  /** Updates badge and notifications from the database. */
  update(): Promise<void>;
  /**
   * Handles a click on a notification: opens its page and the panel beside it. If the browser opens no panel there
   * (Firefox does not accept the click as a user gesture), shows the chat in a window of its own. Call it first in the
   * click's handler.
   */
  follow(systemId: string): Promise<void>;
}

export function createWaitingNotifier(deps: {
  current: () => Promise<Notice[]>;
  /** Number of watched pages with news that the user hasn't opened. */
  changed: () => Promise<number>;
  badge: ToolbarBadge;
  notices: Notifications;
  isWatched: (chatId: string) => boolean;
  windowOf: (chatId: string) => Promise<number | null>;
  openPanel: (windowId: number) => Promise<void>;
  showChat: (chatId: string, isPanelOpen: boolean) => Promise<void>;
  logger: Pick<Logger, 'warning'>;
}): WaitingNotifier {
  const { notices } = deps;
  const serially = createSerializer();
  /** The update that is queued and has not started; one is enough. */
  let waiting: Promise<void> | null = null;
  /** False if the last update found no notice, until the status of a run may cause one. */
  let mayHaveNotices = true;
  /** Topics whose last attempt failed, so that each is logged once. */
  const failing = new Set<string>();

  async function attempt(topic: string, complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      failing.delete(topic);
    } catch (error) {
      const text = `${complaint} ${english(toErrorInfo(error).message)}`;
      if (!failing.has(topic)) logFailure(deps.logger.warning, topic, text, error);
      failing.add(topic);
    }
  }

  async function synchronize(): Promise<void> {
    await attempt('attention.record', 'What waits for the user can’t be read.', async () => {
      const current = await deps.current();
      mayHaveNotices = current.length > 0;
      await Promise.all([
        attempt('attention.badge', 'The toolbar button can’t be marked.', async () =>
          deps.badge.show(current.filter(({ kind }) => kind !== 'ended').length, await deps.changed()),
        ),
        attempt('attention.notice', 'Notifications can’t be shown.', () => notify(current)),
      ]);
    });
  }

  async function notify(current: readonly Notice[]): Promise<void> {
    const reported = await notices.reported();
    const due = dueNotifications({
      notices: current,
      shown: await notices.shown(),
      reported,
      isWanted: await notices.isWanted(),
      isWatched: deps.isWatched,
    });
    // Stored before anything is shown: if the worker dies here, a notification is missed rather than repeated.
    if (due.reported.join() !== reported.join()) await notices.storeReported(due.reported);
    for (const id of due.withdraw) await notices.withdraw(id);
    for (const notice of due.show) await notices.show(notice, await deps.windowOf(notice.chatId));
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
      // An approval request starts and ends with a change of its run’s status. A working run causes no notice, but may
      // end one.
      if (event.type !== 'status-changed') return;
      mayHaveNotices ||= !isWorking(event.status);
      if (mayHaveNotices) void update();
    },
    update,

    async follow(systemId) {
      const clicked = readNotificationId(systemId);
      if (clicked === null) return;
      // Must precede any await, since the browser requires a user gesture.
      const opening = clicked.windowId === null ? Promise.reject() : deps.openPanel(clicked.windowId);
      const opened = opening.then(
        () => true,
        // If the panel cannot be opened, the chat is shown in a window instead.
        () => false,
      );
      try {
        await notices.withdraw(clicked.id);
        const notice = (await deps.current()).find(({ id }) => id === clicked.id);
        if (notice !== undefined) await deps.showChat(notice.chatId, await opened);
      } catch (error) {
        const text = 'The chat of a notification can’t be shown.';
        logFailure(deps.logger.warning, 'attention.follow', text, error);
      }
    },
  };
}

/** Input of {@link dueNotifications}. Ids are those of notices. */
export interface NotificationInputs {
  notices: readonly Notice[];
  /** Notifications that the system displays or lists. */
  shown: readonly string[];
  /** Notices that a notification or a panel has already reported in this browser session. */
  reported: readonly string[];
  /** True if the user has switched notifications on and the browser permits them. */
  isWanted: boolean;
  isWatched(chatId: string): boolean;
}

/** Decides which notifications to show and withdraw: one per notice, and none while a panel shows its chat. */
export function dueNotifications({ notices, shown, reported, isWanted, isWatched }: NotificationInputs): {
  show: Notice[];
  withdraw: string[];
  reported: string[];
} {
  const unwatched = notices.filter(({ chatId }) => !isWatched(chatId));
  const show = isWanted ? unwatched.filter(({ id }) => !reported.includes(id)) : [];
  const mayStay = isWanted ? unwatched.map(({ id }) => id) : [];
  return {
    show,
    withdraw: shown.filter((id) => !mayStay.includes(id)),
    reported: notices
      .filter((one) => reported.includes(one.id) || isWatched(one.chatId) || show.includes(one))
      .map(({ id }) => id),
  };
}

/**
 * Registers browser events for badge and notifications, and updates both. Call it synchronously when the worker starts.
 */
export function listenForNotifications(attention: Pick<WaitingNotifier, 'update' | 'follow'>): void {
  const update = () => void attention.update();
  const follow = (systemId: string) => void attention.follow(systemId);
  // Registering the same listener twice has no effect.
  const listenForClicks = () => notificationsApi()?.onClicked.addListener(follow);

  // This listener makes the browser start the worker, so that the badge shows chats of an earlier session.
  browser.runtime.onStartup.addListener(update);
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && keysOf('notifies').some((key) => key in changes)) update();
  });
  browser.permissions.onAdded.addListener(() => {
    listenForClicks();
    update();
  });
  browser.permissions.onRemoved.addListener(update);
  listenForClicks();
  update();
}
