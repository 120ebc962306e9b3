import { browser } from 'wxt/browser';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { Chat } from '@/src/schema/chat';
import type { RunStatus } from '@/src/schema/run-status';
import type { StewardDatabase } from '@/src/store/db';
import type { PageLocks } from './page-locks';

/** Set once per browser session; distinguishes a worker's restart from a browser's. */
const SESSION_MARK = 'session-began';

/** In these states a run is over, or waits for an event. */
const NOT_RECOVERED: RunStatus['state'][] = ['waiting-for-system-input', 'done'];

/**
 * Recovers runs and restores that a stop of the worker interrupted, and locks their pages again. Call once when the
 * background starts.
 */
export async function recoverRuns(
  db: StewardDatabase,
  loop: Pick<AgentLoop, 'recover'>,
  locks: Pick<PageLocks, 'update'>,
  onFailed: (chatId: string, error: unknown) => void,
): Promise<void> {
  const marks = await browser.storage.session.get(SESSION_MARK);
  const browserRestarted = marks[SESSION_MARK] !== true;
  await browser.storage.session.set({ [SESSION_MARK]: true });
  const runs = await db.runs.where('status.state').noneOf(NOT_RECOVERED).toArray();
  // After a browser restart, queued input is not sent: the user wouldn't expect it. It stays visible in
  // the queue.
  const queued = browserRestarted
    ? []
    : await db.chats.filter((chat) => hasInput(chat) && chat.deletedAtMs === null).toArray();
  const restores = await db.restores.toArray();
  const chatIds = [...restores, ...runs].map(({ chatId }) => chatId).concat(queued.map(({ id }) => id));
  for (const chatId of new Set(chatIds)) {
    try {
      await loop.recover(chatId, browserRestarted);
      await locks.update(chatId);
    } catch (error) {
      // A chat that can't be read must not keep the others from being recovered.
      onFailed(chatId, error);
    }
  }
}

function hasInput({ pendingMessage, pendingEvents }: Chat): boolean {
  return pendingMessage !== null || pendingEvents.length > 0;
}
