import { browser } from 'wxt/browser';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import type { Chat } from '@/src/schema/chat';
import type { RunStatus } from '@/src/schema/run-status';
import type { StewardDatabase } from '@/src/store/db';
import type { PageLocks } from './page-locks';
import type { ReturnedPages } from './returned-pages';

/** Set once per session, which a start of the browser and an update of the extension begin; a restart of the worker doesn't. */
const SESSION_MARK = 'session-began';

/** In these states a run is over, or waits for an event. */
const NOT_RECOVERED: RunStatus['state'][] = ['waiting-for-system-input', 'done'];

/**
 * Recovers runs and restores that a stop of the worker interrupted, and locks their pages again. Call once when the
 * background starts. `wasUpdated`: true if this session began because the extension was updated in a running browser.
 */
export async function recoverRuns(
  db: StewardDatabase,
  loop: Pick<AgentLoop, 'recover'>,
  locks: Pick<PageLocks, 'update'>,
  returned: ReturnedPages,
  wasUpdated: Promise<boolean>,
  onFailed: (chatId: string, error: unknown) => void,
): Promise<void> {
  const marks = await browser.storage.session.get(SESSION_MARK);
  const isNewSession = marks[SESSION_MARK] !== true;
  const runs = await db.runs.where('status.state').noneOf(NOT_RECOVERED).toArray();
  const queued = await db.chats.filter((chat) => hasInput(chat) && chat.deletedAtMs === null).toArray();
  const restores = await db.restores.toArray();
  const interrupted = [...restores, ...runs].map(({ chatId }) => chatId);
  const isUnfinished = interrupted.length + queued.length > 0;
  // Only unfinished work is worth the wait for the browser's report.
  const browserRestarted = isNewSession && isUnfinished && !(await wasUpdated);
  await browser.storage.session.set({ [SESSION_MARK]: true });
  if (isNewSession && isUnfinished && !browserRestarted) {
    await browser.storage.session.set({ [UPDATED_IN_RUN]: browser.runtime.getManifest().version });
    // The chats' tabs were kept in the storage of the earlier session, so their pages have to be found again.
    await returned.find();
  }
  // After a browser restart, queued input is not sent: the user wouldn't expect it. It stays visible in
  // the queue.
  const chatIds = browserRestarted ? interrupted : interrupted.concat(queued.map(({ id }) => id));
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
