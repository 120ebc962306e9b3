import { browser } from 'wxt/browser';
import { nothingLost, type RestoreUnsavedChanges } from '@/src/core/checkpoints/restore-unsaved-changes';
import { toErrorInfo } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { createSerializer } from '@/src/core/serialize';
import { LOST_DRAFTS_PREFIX } from '@/src/messages/channels';
import type { StewardDatabase } from '@/src/store/db';
import type { TabBindings } from '../page/tab-bindings';
import { stored } from '../storage/storage-error';

/** The tab whose present document was looked at for a chat, by chat id. Gone with the document, or with the browser. */
const SEEN_PREFIX = 'seen-page:';
/** The page's context before it lost what is offered, by chat id. */
const BEFORE_PREFIX = 'page-before:';

/**
 * Offers to put back what a page lost by being loaded anew. The offer lies in storage.session, so it outlives panel and
 * worker; after a restart of the browser it is made anew from the page as the database says that it was seen last.
 */
export interface LostChangesOffers {
  /** The chat's page was read. Must be told of every reading, in order; never rejects. */
  note(chatId: string, context: Json): Promise<void>;
  /** Puts back what is offered. Rejects as the core's `RestoreUnsavedChanges` does. */
  restore(chatId: string, expectedStateHash: string, consent: UserConsent): Promise<void>;
  /** The user doesn't want it back. */
  leave(chatId: string): Promise<void>;
  /** Registers the browser's tab events. Synchronously, at the worker's start. */
  listen(): void;
}

export function createLostChangesOffers(deps: {
  db: StewardDatabase;
  bindings: Pick<TabBindings, 'tabOf'>;
  restoreDrafts: RestoreUnsavedChanges;
  logger: Pick<Logger, 'warning'>;
}): LostChangesOffers {
  const { db, restoreDrafts } = deps;
  const serially = createSerializer();
  /** One after the other: a load comes between the looks before and after it. */
  const inTurn = <Result>(work: () => Promise<Result>) => serially('drafts', work);

  async function consider(chatId: string, context: Json): Promise<void> {
    const tabId = await deps.bindings.tabOf(chatId);
    if (tabId === null) return;
    const seenKey = SEEN_PREFIX + chatId;
    const session = await browser.storage.session.get(seenKey);
    const isNew = session[seenKey] !== tabId;
    // An offer that was not taken up yet stays one, whatever was loaded since.
    const before = (await offeredOn(chatId)) ?? (isNew ? await lastSeen(chatId) : null);
    const offer = before === null ? null : await restoreDrafts.preview(chatId, before);
    if (offer === null) {
      await withdraw(chatId);
      await stored(() => db.contexts.update(chatId, { latest: context }));
      await browser.storage.session.set({ [seenKey]: tabId });
    } else {
      await browser.storage.session.set({
        [seenKey]: tabId,
        [BEFORE_PREFIX + chatId]: before,
        [LOST_DRAFTS_PREFIX + chatId]: offer,
      });
    }
  }

  async function offeredOn(chatId: string): Promise<Json | null> {
    const key = BEFORE_PREFIX + chatId;
    // Written here alone, as it was read from the page and parsed then.
    return ((await browser.storage.session.get(key))[key] as Json | undefined) ?? null;
  }

  async function lastSeen(chatId: string): Promise<Json | null> {
    const known = await stored(() => db.contexts.get(chatId));
    return known?.latest ?? known?.context ?? null;
  }

  async function withdraw(chatId: string): Promise<void> {
    await browser.storage.session.remove([BEFORE_PREFIX + chatId, LOST_DRAFTS_PREFIX + chatId]);
  }

  async function forgetTab(tabId: number): Promise<void> {
    const session = await browser.storage.session.get(null);
    const keys = Object.keys(session).filter((key) => key.startsWith(SEEN_PREFIX) && session[key] === tabId);
    await browser.storage.session.remove(keys);
  }

  /** What fails here costs an offer, and must keep nothing else from going on. */
  async function attempt(work: () => Promise<void>, chatId: string | null): Promise<void> {
    try {
      await inTurn(work);
    } catch (cause) {
      const error = toErrorInfo(cause);
      const text = `What a reload lost can’t be told. ${error.message}`;
      deps.logger.warning('page.drafts', text, { chatId, data: errorFacts(error) });
    }
  }

  return {
    note: (chatId, context) => attempt(() => consider(chatId, context), chatId),

    restore: (chatId, expectedStateHash, consent) =>
      inTurn(async () => {
        const before = await offeredOn(chatId);
        if (before === null) throw nothingLost();
        await restoreDrafts.perform(chatId, before, expectedStateHash, consent);
        await withdraw(chatId);
      }),

    leave: (chatId) => inTurn(() => withdraw(chatId)),

    listen() {
      browser.tabs.onUpdated.addListener((tabId, change) => {
        if (change.status !== undefined) void attempt(() => forgetTab(tabId), null);
      });
    },
  };
}
