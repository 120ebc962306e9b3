import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import { lockLine } from '@/src/core/page-lock/lock-line';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { Chat } from '@/src/core/records/chat';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { createSerializer } from '@/src/core/serialize';
import type { LockQueries, RunLock } from './lock-queries';
import type { PageLink } from './page-link';
import type { TabBindings } from './tab-bindings';

/** How long a page stays locked after the last word of the background, and how often that is given. */
export const LEASE_MS = 15_000;
export const RENEW_MS = 5_000;

/** After these events a lock may begin, end, or read otherwise. */
const TELLING: LoopEvent['type'][] = ['session-started', 'status-changed', 'tool-result-processed'];

/**
 * Keeps each chat's page locked while the record says so, and free otherwise. Nothing here rejects: a page that can't
 * be locked is logged, and its run goes on.
 */
export interface PageLocks {
  /** What the loop tells. */
  emit: EventBus['emit'];
  /** Brings the chat's page in line with the record as it is now. Resolves when the page has been told. */
  update(chatId: string): Promise<void>;
  /** The same for every chat that works; after a start, and after a change of where Steward may be. */
  updateAll(): Promise<void>;
  /** The same for the chats of a tab that has loaded a document: it knows of no lock. */
  updateTab(tabId: number): Promise<void>;
  /** A page asks for a stop. Refused unless the lease is that of a run at work in a chat of this very tab. */
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
  const inTurn = createSerializer();
  /** Updates that have not begun: one for each chat is enough. */
  const waiting = new Map<string, Promise<void>>();
  /** The run for which each chat's page was locked last. A memory lost costs one lease, which ends by itself. */
  const held = new Map<string, string>();
  /** Runs whose Stop was chosen on the page. */
  const stopping = new Set<string>();
  /** What was logged of a chat's page, so that a page that stays away is logged once. */
  const complaints = new Map<string, ErrorInfo['code']>();
  let renewals: ReturnType<typeof setInterval> | null = null;

  function update(chatId: string): Promise<void> {
    const next =
      waiting.get(chatId) ??
      inTurn(chatId, () => {
        waiting.delete(chatId);
        return bringInLine(chatId).catch((error) => complain(chatId, error));
      });
    waiting.set(chatId, next);
    return next;
  }

  async function bringInLine(chatId: string): Promise<void> {
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
      complaints.delete(chatId);
    } catch (error) {
      // The page may still hold what it was given before Steward was switched off there.
      await deps.page.unlock(chat, lock.runId);
      throw error;
    }
  }

  async function release(chatId: string, runId: string): Promise<void> {
    held.delete(chatId);
    stopping.delete(runId);
    complaints.delete(chatId);
    if (held.size === 0 && renewals !== null) {
      clearInterval(renewals);
      renewals = null;
    }
    await deps.page.unlock(await deps.chats.byId(chatId), runId);
  }

  function renew(): void {
    for (const chatId of held.keys()) void update(chatId);
  }

  function complain(chatId: string, cause: unknown): void {
    const error = toErrorInfo(cause);
    if (complaints.get(chatId) === error.code) return;
    complaints.set(chatId, error.code);
    deps.logger.warning('page.lock', `The page is not locked while the run goes on: ${error.message}`, {
      chatId,
      data: errorFacts(error),
    });
  }

  async function updateEach(chatIds: Promise<string[]>): Promise<void> {
    try {
      await Promise.all((await chatIds).map(update));
    } catch (error) {
      deps.logger.warning('page.lock', 'Which pages are to be locked can’t be read.', {
        data: errorFacts(toErrorInfo(error)),
      });
    }
  }

  return {
    emit({ chatId }, event) {
      if (TELLING.includes(event.type)) void update(chatId);
    },
    update,
    updateAll: () => updateEach(deps.record.chats()),
    updateTab: (tabId) => updateEach(deps.bindings.chatsOf(tabId)),

    async stopFromPage(tabId, leaseId) {
      try {
        const chatId = await deps.record.chatOfLock(leaseId);
        if (chatId === null || !(await deps.bindings.chatsOf(tabId)).includes(chatId)) {
          deps.logger.warning('page.lock', 'A page asked to stop a run that is not at work on it.', {
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
