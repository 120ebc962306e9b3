import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import { lockLine } from '@/src/core/page-lock/lock-line';
import type { Timer } from '@/src/core/ports/clock';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { PageLockPort } from '@/src/core/ports/page-lock-port';
import type { PagePort } from '@/src/core/ports/page-port';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { createSerializer } from '@/src/core/serialize';
import type { Chat } from '@/src/schema/chat';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { PageLink } from './page-link';
import type { LockQueries, RunLock } from './run-queries';
import type { TabBindings } from './tab-bindings';

/** Duration of a lock without renewal, and the interval of renewals, in milliseconds. */
export const LEASE_MS = 15_000;
export const RENEW_MS = 5_000;

/** Events after which a lock may start, end, or show another text. */
const LOCK_EVENTS: LoopEvent['type'][] = ['session-started', 'status-changed', 'tool-result-processed'];

/**
 * Keeps each chat's page locked while its run needs it. Never rejects: a failed lock is logged, and the run
 * continues.
 */
export interface PageLocks {
  /** Receives the loop's events. */
  emit: EventBus['emit'];
  /** Locks or unlocks the chat's page as the database requires. Resolves when the page has confirmed. */
  update(chatId: string): Promise<void>;
  /** The same for every chat with a working run. Call after a start, and after a change of site access. */
  updateAll(): Promise<void>;
  /** The same for the chats of a tab that has loaded a document, which isn't locked yet. */
  updateTab(tabId: number): Promise<void>;
  /** A page requests a stop. Rejected unless the lease is that of a working run in a chat of this tab. */
  stopFromPage(tabId: number, leaseId: string): Promise<void>;
}

export function createPageLocks(deps: {
  record: LockQueries;
  page: Pick<PageLink, 'lock' | 'unlock'>;
  chats: { byId(chatId: string): Promise<Chat> };
  bindings: Pick<TabBindings, 'chatsOf'>;
  /** Ends a chat's run as the panel's Stop does. */
  stop: (chatId: string) => Promise<void>;
  logger: Pick<Logger, 'warning' | 'error'>;
}): PageLocks {
  const serially = createSerializer();
  /** Updates that have not started: one per chat is enough. */
  const waiting = new Map<string, Promise<void>>();
  /** The run for which each chat's page was last locked. If this is lost, one lease expires by itself. */
  const held = new Map<string, string>();
  /** Runs that were stopped on the page. */
  const stopping = new Set<string>();
  /** The last error logged per chat, so that an unreachable page is logged once. */
  const loggedErrors = new Map<string, ErrorInfo['code']>();
  let renewals: ReturnType<typeof setInterval> | null = null;

  function update(chatId: string): Promise<void> {
    const next =
      waiting.get(chatId) ??
      serially(chatId, () => {
        waiting.delete(chatId);
        return synchronize(chatId).catch((error) => logFailure(chatId, error));
      });
    waiting.set(chatId, next);
    return next;
  }

  async function synchronize(chatId: string): Promise<void> {
    const lock = await deps.record.lockOfChat(chatId);
    const heldId = held.get(chatId);
    if (heldId !== undefined && heldId !== lock?.runId) await release(chatId, heldId);
    if (lock !== null) await take(chatId, lock);
  }

  async function take(chatId: string, lock: RunLock): Promise<void> {
    held.set(chatId, lock.runId);
    renewals ??= setInterval(renew, RENEW_MS);
    const chat = await deps.chats.byId(chatId);
    const isStopping = lock.isStopping || stopping.has(lock.runId);
    try {
      await deps.page.lock(chat, {
        leaseId: lock.runId,
        leaseMs: LEASE_MS,
        text: isStopping ? 'Stopping…' : lockLine(lock),
        canStop: !isStopping,
      });
      loggedErrors.delete(chatId);
    } catch (error) {
      // The page may still hold a lease from before Steward was switched off there.
      await deps.page.unlock(chat, lock.runId);
      throw error;
    }
  }

  async function release(chatId: string, runId: string): Promise<void> {
    held.delete(chatId);
    stopping.delete(runId);
    loggedErrors.delete(chatId);
    if (held.size === 0 && renewals !== null) {
      clearInterval(renewals);
      renewals = null;
    }
    await deps.page.unlock(await deps.chats.byId(chatId), runId);
  }

  function renew(): void {
    for (const chatId of held.keys()) void update(chatId);
  }

  function logFailure(chatId: string, cause: unknown): void {
    const error = toErrorInfo(cause);
    if (loggedErrors.get(chatId) === error.code) return;
    loggedErrors.set(chatId, error.code);
    deps.logger.warning(
      'page.lock',
      `The page could not be locked, and the run continues: ${error.message}`,
      {
        chatId,
        data: errorFacts(error),
      },
    );
  }

  async function updateEach(chatIds: Promise<string[]>): Promise<void> {
    try {
      await Promise.all((await chatIds).map(update));
    } catch (error) {
      deps.logger.warning('page.lock', 'The pages to lock can’t be read.', {
        data: errorFacts(toErrorInfo(error)),
      });
    }
  }

  return {
    emit({ chatId }, event) {
      if (LOCK_EVENTS.includes(event.type)) void update(chatId);
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
        deps.logger.error('page.lock', 'The run could not be stopped from its page.', {
          data: errorFacts(toErrorInfo(error)),
        });
      }
    },
  };
}

/** Longest wait for a page to confirm its lock, in milliseconds. */
const LOCK_WAIT_MS = 2_000;

/**
 * The lock that the loop requests before each request to the model, and a page that is locked before each call that
 * may change it, including a call approved after the lock had ended.
 */
export function withPageLock(deps: { locks: Pick<PageLocks, 'update'>; page: PagePort; timer: Timer }): {
  page: PagePort;
  pageLock: PageLockPort;
} {
  /** When the signal aborts, locking continues in the background. */
  async function lock(chatId: string, signal: AbortSignal): Promise<void> {
    const wait = new AbortController();
    const ends = AbortSignal.any([signal, wait.signal]);
    try {
      await Promise.race([deps.locks.update(chatId), deps.timer.sleep(LOCK_WAIT_MS, ends)]);
    } finally {
      wait.abort();
    }
  }

  return {
    pageLock: { lock },
    page: {
      ...deps.page,
      async execute(chat, request, signal) {
        await lock(chat.id, signal);
        return deps.page.execute(chat, request, signal);
      },
    },
  };
}
