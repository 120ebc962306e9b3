import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { ChatJournal } from '@/src/core/ports/chat-journal';
import type { Clock, Timer } from '@/src/core/ports/clock';
import { isListed } from '@/src/core/records/chat';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import { DAY_MS } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { deleteChatRows, forgetInSession } from '../storage/delete-chat';
import { updateRow } from '../storage/rows';
import { stored } from '../storage/storage-error';
import { transact } from '../storage/transact';

/** Time during which the user can undo the deletion of a chat, in milliseconds. */
export const UNDO_MS = 10_000;

/** The user's actions in the list of chats. */
export interface ListedChats {
  rename(chatId: string, title: string): Promise<void>;
  pin(chatId: string, isPinned: boolean): Promise<void>;
  /**
   * Marks the chat as deleted, stops its run, and cancels its side requests. Its data is deleted after {@link UNDO_MS}.
   */
  remove(chatId: string): Promise<void>;
  /** Rejects with `not-found` once the data is deleted. */
  undoRemove(chatId: string): Promise<void>;
  /**
   * Deletes the chats that were marked before the worker restarted, and those that were unused for longer than the organisation keeps
   * chats. Call it once when the worker starts.
   */
  finishRemovals(): Promise<void>;
}

export function createListedChats(deps: {
  db: StewardDatabase;
  journal: Pick<ChatJournal, 'setTitle'>;
  loop: Pick<AgentLoop, 'stop'>;
  sideRequests: Pick<SideRequests, 'abandon'>;
  clock: Clock;
  timer: Timer;
  logger: Pick<Logger, 'info' | 'warning'>;
}): ListedChats {
  const { db } = deps;

  /** Stops a chat's work. Failures are only logged, because a chat with a damaged record must remain deletable. */
  async function stop(chatId: string): Promise<void> {
    const abandoned = deps.sideRequests.abandon(chatId);
    try {
      await deps.loop.stop(chatId);
    } catch (cause) {
      warn(chatId, 'The run of a deleted chat could not be stopped.', cause);
    }
    await abandoned;
  }

  function warn(chatId: string, text: string, cause: unknown): void {
    logFailure(deps.logger.warning, 'chat.deleted', text, cause, { chatId });
  }

  /** Deletes the chat's data, unless the deletion was undone or is younger than {@link UNDO_MS}. */
  async function removeDue(chatId: string): Promise<void> {
    const chat = await stored(() => db.chats.get(chatId));
    const deletedAtMs = chat?.deletedAtMs ?? null;
    if (deletedAtMs === null || deps.clock.now() < deletedAtMs + UNDO_MS) return;
    // Stop again: the worker may have ended after the chat was marked.
    await stop(chatId);
    if (!(await deleteChatRows(db, { chatId, deletedAtMs }))) return;
    await forgetInSession(chatId);
    deps.logger.info('chat.deleted', 'A chat was deleted with all its data.', { chatId });
  }

  /** Marks the chats as deleted that were unused for longer than the organisation keeps them. The user can't undo these deletions. */
  function markUnused(): Promise<void> {
    return transact(db, db.chats, async () => {
      // The database reads the policy before its first transaction begins.
      const { retentionDays } = db.policy;
      if (retentionDays === null) return;
      const nowMs = deps.clock.now();
      // Members go with the chat that leads them.
      const unused = db.chats
        .where('updatedAtMs')
        .below(nowMs - retentionDays * DAY_MS)
        .filter(isListed);
      // If the user has just deleted one of them, the deletion can't be undone any more.
      await unused.modify({ deletedAtMs: nowMs - UNDO_MS });
    });
  }

  function removeLater(chatId: string, delayMs: number): void {
    deps.timer
      .sleep(delayMs)
      .then(() => removeDue(chatId))
      .catch((cause: unknown) =>
        warn(
          chatId,
          'The data of a deleted chat is still stored; the next start repeats the deletion.',
          cause,
        ),
      );
  }

  return {
    rename: (chatId, title) => deps.journal.setTitle(chatId, { title, titleSource: 'user' }),

    pin: (chatId, isPinned) =>
      stored(() => updateRow(db.chats, chatId, { pinnedAtMs: isPinned ? deps.clock.now() : null })),

    async remove(chatId) {
      // Marked first: a deleted chat starts no side request, so none starts after the others were cancelled.
      await stored(() => updateRow(db.chats, chatId, { deletedAtMs: deps.clock.now() }));
      await stop(chatId);
      removeLater(chatId, UNDO_MS);
    },

    undoRemove: (chatId) => stored(() => updateRow(db.chats, chatId, { deletedAtMs: null })),

    async finishRemovals() {
      await markUnused();
      for (const { id, deletedAtMs } of await stored(() => db.chats.orderBy('deletedAtMs').toArray())) {
        if (deletedAtMs !== null) removeLater(id, Math.max(0, deletedAtMs + UNDO_MS - deps.clock.now()));
      }
    },
  };
}
