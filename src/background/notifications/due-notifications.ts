import type { WaitingRequest } from './waiting-requests';

/** What decides about notifications. Ids are those of the approvals. */
export interface NotificationInputs {
  waiting: readonly WaitingRequest[];
  /** Whose notification is on the screen, or in the system’s list. */
  shown: readonly string[];
  /** What the user was told of in this session of the browser, by a notification or by a panel. */
  told: readonly string[];
  /** Whether the user wants notifications, and the browser lets Steward show them. */
  isWanted: boolean;
  isWatched(chatId: string): boolean;
}

/** What has to happen so that each question calls once, and only while nobody looks at its chat. */
export function dueNotifications({ waiting, shown, told, isWanted, isWatched }: NotificationInputs): {
  show: WaitingRequest[];
  withdraw: string[];
  told: string[];
} {
  const unwatched = waiting.filter(({ chatId }) => !isWatched(chatId));
  const show = isWanted ? unwatched.filter(({ approvalId }) => !told.includes(approvalId)) : [];
  const mayStay = isWanted ? unwatched.map(({ approvalId }) => approvalId) : [];
  return {
    show,
    withdraw: shown.filter((id) => !mayStay.includes(id)),
    told: waiting
      .filter((one) => told.includes(one.approvalId) || isWatched(one.chatId) || show.includes(one))
      .map(({ approvalId }) => approvalId),
  };
}
