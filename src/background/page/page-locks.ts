import { toErrorInfo } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import { lockLine, lockOf } from '@/src/core/page-lock/lock-of';
import type { Clock, Timer } from '@/src/core/ports/clock';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { PageLockPort } from '@/src/core/ports/page-lock-port';
import { createSerializer } from '@/src/core/serialize';
import { english } from '@/src/core/text/english';
import type { Wording } from '@/src/core/text/wording';
import type { Chat } from '@/src/schema/chat';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { RunStatus } from '@/src/schema/run-status';
import { type SaidText, say } from '@/src/schema/values/said';
import { directionOf } from '@/src/texts/languages';
import type { PageLink } from './page-link';
import type { LockQueries, RunLock } from './run-queries';
import type { TabBindings } from './tab-bindings';

/** Duration of a lock without renewal, and the interval of renewals, in milliseconds. */
export const LEASE_MS = 15_000;
export const RENEW_MS = 5_000;

/** Longest wait for a page to confirm its lock, in milliseconds. */
const LOCK_WAIT_MS = 2_000;

/** A lock as it was last sent to a page. */
interface HeldLock {
  runId: string;
  chat: Chat;
  /** The line that the page shows; null while it shows that the run is stopping. */
  line: SaidText | null;
  /** False until the page has confirmed the lock; if locking fails, the next update tries again. */
  isConfirmed: boolean;
}

/**
 * Keeps each chat's page locked while its run needs it: the loop locks it when its run works, a timer renews it, and the run's
 * status ends it. Only `lock` rejects, when its signal aborts: a failed lock is logged, and the run continues.
 */
export interface PageLocks extends PageLockPort {
  emit: EventBus['emit'];
  /**
   * Locks or unlocks the chat's page as the database requires. Resolves when the page has confirmed, or after a
   * failure, which is logged. Also renews the lock.
   */
  update(chatId: string): Promise<void>;
  /**
   * Updates the locks of all chats whose runs may need one. Call it after a start, and after a change of site access.
   */
  updateAll(): Promise<void>;
  /** Updates the locks of the chats of a tab that has loaded a document: the new document has no lock yet. */
  updateTab(tabId: number): Promise<void>;
  /**
   * Stops a run at the request of its page. A request is logged and ignored unless `leaseId` is the lease of a run that
   * locks a page now, in a chat of this tab.
   */
  stopFromPage(tabId: number, leaseId: string): Promise<void>;
}

interface PageLocksDeps {
  record: LockQueries;
  page: Pick<PageLink, 'lock' | 'unlock'>;
  chats: { byId(chatId: string): Promise<Chat> };
  bindings: Pick<TabBindings, 'chatsOf'>;
  /** Ends a chat's run as the panel's Stop does. */
  stop: (chatId: string) => Promise<void>;
  /** The words of the user's language. */
  wording: () => Promise<Wording>;
  logger: Pick<Logger, 'warning' | 'error'>;
  clock: Clock;
  timer: Timer;
}

export function createPageLocks(deps: PageLocksDeps): PageLocks {
  const serially = createSerializer();
  /** Updates that have not started: one per chat is enough. */
  const waiting = new Map<string, Promise<void>>();
  /** Runs whose stop was requested on the page. */
  const stopping = new Set<string>();
  const held = createHeldLocks(deps, stopping, () => {
    for (const chatId of held.chats()) void update(chatId);
  });

  function update(chatId: string): Promise<void> {
    const next =
      waiting.get(chatId) ??
      inTurn(chatId, () => {
        waiting.delete(chatId);
        return synchronize(chatId);
      });
    waiting.set(chatId, next);
    return next;
  }

  async function synchronize(chatId: string): Promise<void> {
    const lock = await deps.record.lockOfChat(chatId);
    if (held.runOf(chatId) !== lock?.runId) await held.release(chatId);
    if (lock !== null) await held.take(await deps.chats.byId(chatId), lock);
  }

  /** Runs after the chat's earlier messages to its page. Never rejects. */
  function inTurn(chatId: string, work: () => Promise<void>): Promise<void> {
    return serially(chatId, () => work().catch((error) => held.logFailure(chatId, error)));
  }

  async function updateEach(chatIds: Promise<string[]>): Promise<void> {
    try {
      await Promise.all((await chatIds).map(update));
    } catch (error) {
      logFailure(deps.logger.warning, 'page.lock', 'The pages to lock can’t be read.', error);
    }
  }

  return {
    emit({ chatId, runId }, event) {
      if (event.type !== 'status-changed') return;
      // The text and the deadline of an approval request are in the database.
      if (event.status.state === 'waiting-for-approval') void update(chatId);
      else if (!locksPage(event.status)) {
        void inTurn(chatId, async () => {
          if (held.runOf(chatId) === runId) await held.release(chatId);
        });
      }
    },

    async lock(chat, run, calls, signal) {
      const lock = lockOf(run, null, calls, deps.clock.now());
      if (lock === null) return;
      const wait = new AbortController();
      const ends = AbortSignal.any([signal, wait.signal]);
      const taken = inTurn(chat.id, () => held.takeOnce(chat, { ...lock, runId: run.id, isStopping: false }));
      try {
        // When the signal aborts, locking continues in the background.
        await Promise.race([taken, deps.timer.sleep(LOCK_WAIT_MS, ends)]);
      } finally {
        wait.abort();
      }
    },

    update,
    updateAll: () => updateEach(deps.record.chats()),
    updateTab: (tabId) => updateEach(deps.bindings.chatsOf(tabId)),

    async stopFromPage(tabId, leaseId) {
      try {
        const chatId = await deps.record.chatOfLock(leaseId);
        if (chatId === null || !(await deps.bindings.chatsOf(tabId)).includes(chatId)) {
          deps.logger.warning('page.lock', 'A page requested a stop of a run that doesn’t work on it.', {
            data: { tabId },
          });
          return;
        }
        stopping.add(leaseId);
        void update(chatId);
        await deps.stop(chatId);
      } catch (error) {
        stopping.delete(leaseId);
        logFailure(deps.logger.error, 'page.lock', 'The run could not be stopped from its page.', error);
      }
    },
  };
}

/**
 * Creates the locks that pages hold. `stopping`: runs whose stop was requested on the page. `renew` is called every
 * {@link RENEW_MS} while a page holds one.
 */
function createHeldLocks(deps: PageLocksDeps, stopping: Set<string>, renew: () => void) {
  /**
   * The lock that was last sent to each page, by chat. If a stop of the worker loses it, the leases expire by
   * themselves.
   */
  const held = new Map<string, HeldLock>();
  /** The last error logged per chat, so that an unreachable page is logged once. */
  const loggedErrors = new Map<string, ErrorInfo['code']>();
  let renewals: ReturnType<typeof setInterval> | null = null;

  async function take(chat: Chat, lock: RunLock): Promise<void> {
    const { runId } = lock;
    const isStopping = lock.isStopping || stopping.has(runId);
    const wording = await deps.wording();
    const bar = barIn(wording);
    const line = isStopping ? null : lockLine(lock);
    const sent: HeldLock = { runId, chat, line, isConfirmed: false };
    held.set(chat.id, sent);
    renewals ??= setInterval(renew, RENEW_MS);
    try {
      await deps.page.lock(chat, {
        ...bar,
        leaseId: runId,
        leaseMs: LEASE_MS,
        text: line === null ? bar.stopping : wording.text(line),
        canStop: !isStopping,
      });
      sent.isConfirmed = true;
      loggedErrors.delete(chat.id);
    } catch (error) {
      // The page may still hold a lease from before Steward was switched off there.
      await deps.page.unlock(chat, runId);
      throw error;
    }
  }

  /** Takes the lock unless the page has it and shows the same text. */
  async function takeOnce(chat: Chat, lock: RunLock): Promise<void> {
    const last = held.get(chat.id);
    const isSame = last?.runId === lock.runId && JSON.stringify(last.line) === JSON.stringify(lockLine(lock));
    if (!isSame || !last.isConfirmed) await take(chat, lock);
  }

  async function release(chatId: string): Promise<void> {
    const last = held.get(chatId);
    if (last === undefined) return;
    held.delete(chatId);
    stopping.delete(last.runId);
    loggedErrors.delete(chatId);
    if (held.size === 0 && renewals !== null) {
      clearInterval(renewals);
      renewals = null;
    }
    await deps.page.unlock(last.chat, last.runId);
  }

  return {
    take,
    takeOnce,
    release,
    chats: () => held.keys(),
    runOf: (chatId: string) => held.get(chatId)?.runId,
    logFailure(chatId: string, cause: unknown): void {
      const { code, message } = toErrorInfo(cause);
      if (loggedErrors.get(chatId) === code) return;
      loggedErrors.set(chatId, code);
      const text = `The page could not be locked, and the run continues: ${english(message)}`;
      logFailure(deps.logger.warning, 'page.lock', text, cause, { chatId });
    },
  };
}

/** The bar's texts that don't depend on the lock. */
function barIn({ language, text }: Wording) {
  return {
    lang: language,
    dir: directionOf(language),
    stopping: text(say('pageLock.bar.stopping')),
    reason: text(say('pageLock.bar.reason')),
    stop: text(say('pageLock.bar.stop')),
  };
}

/** True if a run with this status works, so that its page is locked. */
function locksPage(status: RunStatus): boolean {
  return lockOf({ status }, null, [], 0) !== null;
}
