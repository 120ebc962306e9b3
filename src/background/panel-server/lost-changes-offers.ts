import { browser } from 'wxt/browser';
import { nothingLost } from '@/src/core/checkpoints/nothing-lost';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { createSerializer } from '@/src/core/serialize';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import type { Json } from '@/src/schema/values/json';
import type { StewardDatabase } from '@/src/store/db';
import type { TabBindings } from '../page/tab-bindings';
import { stored } from '../storage/storage-error';

/**
 * Key prefix, followed by the chat id: tab whose current document was read for the chat. Removed with the document or
 * the browser session.
 */
const SEEN_PREFIX = 'seen-page:';
/** Key prefix, followed by the chat id: context of the page before it lost the offered changes. */
const BEFORE_PREFIX = 'page-before:';
/** Key prefix, followed by the chat id: context of the page afterwards. */
const AFTER_PREFIX = 'page-after:';

/**
 * Offers to restore the unsaved changes that a page lost in a reload. The offer is in storage.session, so it survives
 * panel and worker; after a restart of the browser it is recreated from the last page state in the database.
 */
export interface LostChangesOffers {
  /** Handles a reading of the chat's page. Must be called for every reading, in order; never rejects. */
  note(chatId: string, context: Json): Promise<void>;
  /** Restores the offered changes. Rejects as {@link Reversals} `perform` does. */
  restore(chatId: string, shown: ShownBasis, consent: UserConsent): ReturnType<Reversals['perform']>;
  dismiss(chatId: string): Promise<void>;
  /** Registers the browser's tab events. Call synchronously when the worker starts. */
  listen(): void;
}

export function createLostChangesOffers(deps: {
  db: StewardDatabase;
  bindings: Pick<TabBindings, 'tabOf'>;
  reversals: Reversals;
  logger: Pick<Logger, 'warning'>;
}): LostChangesOffers {
  const { db, reversals } = deps;
  const serially = createSerializer();
  /** Serializes work, so that a load is handled between the readings before and after it. */
  const inTurn = <Result>(work: () => Promise<Result>) => serially('lost-changes', work);

  async function updateOffer(chatId: string, context: Json): Promise<void> {
    const tabId = await deps.bindings.tabOf(chatId);
    if (tabId === null) return;
    const seenKey = SEEN_PREFIX + chatId;
    const session = await browser.storage.session.get(seenKey);
    const isNew = session[seenKey] !== tabId;
    // An open offer stays, whatever has been loaded since.
    const before = (await offeredBase(chatId)) ?? (isNew ? await lastSeen(chatId) : null);
    const offer =
      before === null ? null : await reversals.preview(chatId, { kind: 'restore-unsaved', known: before });
    if (offer === null) {
      await withdraw(chatId);
      await stored(() => db.contexts.update(chatId, { latest: context }));
      await browser.storage.session.set({ [seenKey]: tabId });
    } else {
      await browser.storage.session.set({
        [seenKey]: tabId,
        [BEFORE_PREFIX + chatId]: before,
        [AFTER_PREFIX + chatId]: context,
        [LOST_CHANGES_PREFIX + chatId]: offer,
      });
    }
  }

  const offeredBase = (chatId: string) => keptContext(BEFORE_PREFIX + chatId);

  async function keptContext(key: string): Promise<Json | null> {
    // Only this module writes these entries, with contexts that were parsed when they were read.
    return ((await browser.storage.session.get(key))[key] as Json | undefined) ?? null;
  }

  async function lastSeen(chatId: string): Promise<Json | null> {
    const known = await stored(() => db.contexts.get(chatId));
    return known?.latest ?? known?.context ?? null;
  }

  async function withdraw(chatId: string): Promise<void> {
    await browser.storage.session.remove(
      [BEFORE_PREFIX, AFTER_PREFIX, LOST_CHANGES_PREFIX].map((prefix) => prefix + chatId),
    );
  }

  async function forgetTab(tabId: number): Promise<void> {
    const session = await browser.storage.session.get(null);
    const keys = Object.keys(session).filter((key) => key.startsWith(SEEN_PREFIX) && session[key] === tabId);
    await browser.storage.session.remove(keys);
  }

  /** Runs work whose failure only loses the offer: logs the failure instead of rejecting. */
  async function attempt(work: () => Promise<void>, chatId: string | null): Promise<void> {
    try {
      await inTurn(work);
    } catch (cause) {
      const text = 'Unsaved changes lost in a reload can’t be determined.';
      logFailure(deps.logger.warning, 'page.lost-changes', text, cause, { chatId });
    }
  }

  return {
    note: (chatId, context) => attempt(() => updateOffer(chatId, context), chatId),

    restore: (chatId, shown, consent) =>
      inTurn(async () => {
        const before = await offeredBase(chatId);
        if (before === null) throw nothingLost();
        const target = { kind: 'restore-unsaved', known: before } as const;
        const givenBack = await reversals.perform(chatId, target, shown, consent);
        await withdraw(chatId);
        return givenBack;
      }),

    dismiss: (chatId) =>
      inTurn(async () => {
        // Stored before the offer is withdrawn: a reload immediately afterwards must not offer the same changes again.
        const latest = await keptContext(AFTER_PREFIX + chatId);
        if (latest !== null) await stored(() => db.contexts.update(chatId, { latest }));
        await withdraw(chatId);
      }),

    listen() {
      browser.tabs.onUpdated.addListener((tabId, change) => {
        if (change.status !== undefined) void attempt(() => forgetTab(tabId), null);
      });
    },
  };
}
