import type { Notice } from './notices';

/** Input for deciding about notifications. Ids are those of notices. */
export interface NotificationInputs {
  notices: readonly Notice[];
  /** Notifications on the screen or in the system’s list. */
  shown: readonly string[];
  /** Notices that were already reported in this browser session, by a notification or a panel. */
  reported: readonly string[];
  /** True if the user wants notifications and the browser permits them. */
  isWanted: boolean;
  isWatched(chatId: string): boolean;
}

/**
 * Decides which notifications to show and withdraw: one per notice, and none while its chat is watched.
 */
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
