import type { WaitingRequest } from './waiting-requests';

/** Input for deciding about notifications. Ids are those of the approvals. */
export interface NotificationInputs {
  waiting: readonly WaitingRequest[];
  /** Notifications on the screen or in the system’s list. */
  shown: readonly string[];
  /** Requests that were already reported in this browser session, by a notification or a panel. */
  reported: readonly string[];
  /** True if the user wants notifications and the browser permits them. */
  isWanted: boolean;
  isWatched(chatId: string): boolean;
}

/**
 * Decides which notifications to show and withdraw: one per approval request, and none while its chat is
 * watched.
 */
export function dueNotifications({ waiting, shown, reported, isWanted, isWatched }: NotificationInputs): {
  show: WaitingRequest[];
  withdraw: string[];
  reported: string[];
} {
  const unwatched = waiting.filter(({ chatId }) => !isWatched(chatId));
  const show = isWanted ? unwatched.filter(({ approvalId }) => !reported.includes(approvalId)) : [];
  const mayStay = isWanted ? unwatched.map(({ approvalId }) => approvalId) : [];
  return {
    show,
    withdraw: shown.filter((id) => !mayStay.includes(id)),
    reported: waiting
      .filter((one) => reported.includes(one.approvalId) || isWatched(one.chatId) || show.includes(one))
      .map(({ approvalId }) => approvalId),
  };
}
