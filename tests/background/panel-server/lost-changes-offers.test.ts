import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createLostChangesOffers } from '@/src/background/panel-server/lost-changes-offers';
import { createJournal } from '@/src/background/storage/journal';
import { createReversals } from '@/src/core/checkpoints/reversals';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

type TabEvent = (tabId: number, change: { status?: string }) => void;

const TAB = 7;

beforeEach(async () => {
  await browser.storage.session.clear();
});

/** A chat in which the assistant added an unpublished note, with the offers. */
async function beside() {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.'), says('Yes.')]);
  const { chatId } = h;
  const listeners: TabEvent[] = [];
  Object.assign(browser.tabs, {
    onUpdated: { addListener: (listener: TabEvent) => listeners.push(listener) },
  });
  const tab: { id: number | null } = { id: TAB };
  const log = createMemoryLogger('warning');
  const offers = createLostChangesOffers({
    db: h.db,
    bindings: { tabOf: async () => tab.id },
    reversals: createReversals({ ...h.deps, journal: createJournal(h.db, h.clock) }),
    logger: log.logger,
  });
  offers.listen();
  const look = () => offers.note(chatId, structuredClone(h.notes.page));
  await look();
  await h.send('Add eggs');
  await look();
  return {
    h,
    tab,
    offers,
    look,
    logged: log.entries,
    fire: (tabId: number, change: { status?: string }) => {
      for (const listener of listeners) listener(tabId, change);
    },
    /** The page is reloaded, and shows what was published. */
    async reload() {
      for (const listener of listeners) listener(TAB, { status: 'loading' });
      h.notes.editByHand(h.notes.page.published);
      for (const listener of listeners) listener(TAB, { status: 'complete' });
      await look();
    },
    editByHand: async (notes: string[]) => {
      h.notes.editByHand(notes);
      await look();
    },
    restore: async () =>
      offers.restore(chatId, shown((await offered(chatId))?.stateHash ?? ''), h.consents.give(chatId)),
    offer: () => offered(chatId),
  };
}

async function offered(chatId: string): Promise<{ stateHash: string; differences: object[] } | null> {
  const key = LOST_CHANGES_PREFIX + chatId;
  const kept: Record<string, unknown> = await browser.storage.session.get(key);
  return (kept[key] as { stateHash: string; differences: object[] } | undefined) ?? null;
}

/** The basis of the shown offer. Its position is ignored, because a restore doesn't depend on messages. */
const shown = (stateHash: string) => ({ stateHash, position: 0 });

const EGGS = [{ kind: 'added', text: 'eggs' }];

describe('unsaved changes lost in a reload', () => {
  it('are offered, and restored when the user accepts', async () => {
    const { h, reload, restore, look, offer } = await beside();
    expect(await offer()).toBeNull();
    await reload();
    expect(await offer()).toEqual({
      kind: 'restore-unsaved',
      ...shown(h.notes.hash()),
      position: expect.any(Number),
      differences: EGGS,
    });
    expect(h.notes.page.notes).toEqual(['milk']);
    await restore();
    expect(await offer()).toBeNull();
    await look();
    expect(await offer()).toBeNull();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('are offered again after each reload, until the user dismisses them', async () => {
    const { reload, restore, look, offers, h, offer } = await beside();
    await reload();
    await restore();
    await look();
    await reload();
    expect(await offer()).toMatchObject({ differences: EGGS });
    await reload();
    expect(await offer()).toMatchObject({ differences: EGGS });
    await offers.dismiss(h.chatId);
    await look();
    expect(await offer()).toBeNull();
    await reload();
    expect(await offer()).toBeNull();
  });

  it('are not offered again if the page is reloaded right after they were dismissed', async () => {
    const { reload, offers, h, offer } = await beside();
    await reload();
    await offers.dismiss(h.chatId);
    await reload();
    expect(await offer()).toBeNull();
  });

  it('are those that the page showed last, including the user’s own', async () => {
    const { editByHand, reload, offer } = await beside();
    await editByHand(['milk', 'hand']);
    await reload();
    expect(await offer()).toMatchObject({ differences: [{ kind: 'added', text: 'hand' }] });
  });

  it('are offered after a restart of the browser', async () => {
    const { h, editByHand, tab, look, offer } = await beside();
    await editByHand(['milk', 'eggs', 'hand']);
    await browser.storage.session.clear();
    tab.id = null;
    h.notes.editByHand(['milk']);
    await look();
    expect(await offer()).toBeNull();
    tab.id = 1;
    await look();
    expect(await offer()).toMatchObject({ differences: [...EGGS, { kind: 'added', text: 'hand' }] });
  });

  it('are offered in another tab with the same page', async () => {
    const { h, tab, look, offer } = await beside();
    tab.id = 8;
    h.notes.editByHand(['milk']);
    await look();
    expect(await offer()).toMatchObject({ differences: EGGS });
  });

  it('stay on offer although a run made the current page the known one', async () => {
    const { h, reload, look, restore, offer } = await beside();
    await reload();
    await h.send('Is it gone?');
    await look();
    expect(await offer()).toMatchObject({ differences: EGGS });
    await restore();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });
});

describe('nothing is offered', () => {
  it('for changes that the user discarded, now or after a reload', async () => {
    const { editByHand, reload, offer } = await beside();
    await editByHand(['milk']);
    expect(await offer()).toBeNull();
    await reload();
    expect(await offer()).toBeNull();
  });

  it('for changes that were undone', async () => {
    const { h, reload, look, offer } = await beside();
    const checkpoint = (await h.checkpoints()).find(({ reason }) => reason === 'before-changes');
    const { stateHash } = await h.rollback.previewUndo(h.chatId, checkpoint?.id ?? '');
    await h.rollback.undo(h.chatId, checkpoint?.id ?? '', stateHash);
    await look();
    await reload();
    expect(await offer()).toBeNull();
  });

  it('any more once the page has new changes', async () => {
    const { editByHand, reload, restore, offer } = await beside();
    await reload();
    await editByHand(['milk', 'new']);
    expect(await offer()).toBeNull();
    await expect(restore()).rejects.toMatchObject({ code: 'not-found' });
    await editByHand(['milk']);
    expect(await offer()).toBeNull();
  });

  it('when another tab was loaded, or another property of the tab changed', async () => {
    const { h, fire, look, offer } = await beside();
    h.notes.editByHand(['milk']);
    fire(8, { status: 'complete' });
    fire(TAB, {});
    await look();
    expect(await offer()).toBeNull();
  });
});

it('a refused restore keeps the offer and its data', async () => {
  const { h, reload, offers, offer } = await beside();
  await reload();
  await expect(
    offers.restore(h.chatId, shown('f'.repeat(64)), h.consents.give(h.chatId)),
  ).rejects.toMatchObject({
    code: 'page-changed',
  });
  await expect(
    offers.restore(h.chatId, shown(h.notes.hash()), h.consents.give('other')),
  ).rejects.toMatchObject({
    code: 'write-refused',
  });
  expect(await offer()).toMatchObject({ differences: EGGS });
  expect(h.notes.page.notes).toEqual(['milk']);
});

it('a page that can’t be read is logged, and read again later', async () => {
  const { h, reload, look, logged, offer } = await beside();
  h.notes.close();
  await reload();
  expect(await offer()).toBeNull();
  expect(logged).toEqual([
    expect.objectContaining({ level: 'warning', topic: 'page.lost-changes', chatId: h.chatId }),
  ]);
  h.notes.reopen();
  await look();
  expect(await offer()).toMatchObject({ differences: EGGS });
});
