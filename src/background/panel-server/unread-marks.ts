import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { Clock } from '@/src/core/ports/clock';
import type { EventBus } from '@/src/core/ports/event-bus';
import { hasEnded, waitsForUser } from '@/src/core/records/transition';
import type { StewardDatabase } from '@/src/store/db';

/** Marks chats whose runs end or wait for the user while no panel shows them. Never rejects: a failure is logged. */
export interface UnreadMarks extends Pick<EventBus, 'emit'> {
  /** Removes the mark; called when a panel shows the chat. */
  clear(chatId: string): void;
}

export function createUnreadMarks(deps: {
  db: Pick<StewardDatabase, 'chats' | 'policy'>;
  clock: Clock;
  isWatched(chatId: string): boolean;
  logger: Pick<Logger, 'warning'>;
  /** Called after a mark changed. */
  onChanged(): void;
}): UnreadMarks {
  const { db } = deps;

  function mark(chatId: string, isUnread: boolean): void {
    // If the organisation limits the time for which unused chats are kept, opening a chat counts as its use.
    const isUse = () => !isUnread && db.policy.retentionDays !== null;
    const changed = db.chats
      .where('id')
      .equals(chatId)
      .filter((chat) => chat.isUnread !== isUnread || isUse())
      .modify((chat) => {
        chat.isUnread = isUnread;
        if (isUse()) chat.updatedAtMs = deps.clock.now();
      });
    const noted = changed.then((count) => {
      if (count > 0) deps.onChanged();
    });
    noted.catch((cause: unknown) => {
      const text = 'A chat’s unread mark could not be changed.';
      logFailure(deps.logger.warning, 'chat.unread', text, cause, { chatId });
    });
  }

  return {
    emit({ chatId }, event) {
      if (event.type !== 'status-changed' || deps.isWatched(chatId)) return;
      if (hasEnded(event.status) || waitsForUser(event.status)) mark(chatId, true);
    },
    clear: (chatId) => mark(chatId, false),
  };
}
