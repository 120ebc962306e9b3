import Dexie from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageHistory } from '@/src/background/storage/page-history';
import type { PageHistory } from '@/src/core/ports/page-history';
import { RELOAD, USER } from '@/src/core/records/change-cause';
import type { ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { StewardDatabase } from '@/src/store/db';
import { ownDatabase } from '../own-database';
import { observedPage } from './journal-rig';

let db: StewardDatabase;
let history: PageHistory;

beforeEach(() => {
  db = ownDatabase();
  history = createPageHistory(db);
});

/** Stores the row with this number. */
const put = (page: string, sequence: number) =>
  history.update({ page, change: () => ({ page: observedPage(page, sequence), steps: [] }) });

/** Makes a change that finds nothing new. Returns the row that it was given, and the transactions that it needed. */
async function look(page: string) {
  const transaction = vi.spyOn(db, 'transaction');
  let seen: ObservedPage | null = null;
  await history.update({
    page,
    change(known) {
      seen = known;
      return known === null ? null : { page: known, steps: [] };
    },
  });
  const transactions = transaction.mock.calls.length;
  transaction.mockRestore();
  return { sequence: (seen as ObservedPage | null)?.sequence, transactions };
}

it('a reading that shows nothing new needs no transaction, for the pages that were changed last', async () => {
  for (const [index, page] of ['a', 'b', 'c', 'd', 'e'].entries()) await put(page, index);
  await put('b', 7);
  expect(await look('b')).toEqual({ sequence: 7, transactions: 0 });
  expect(await look('a')).toEqual({ sequence: 0, transactions: 1 });
});

it('a reading during a change waits for it, and one after a change that failed sees the row before', async () => {
  await put('a', 1);
  let during = Promise.resolve<unknown>(null);
  await db.transaction('rw', db.pages, async () => {
    await db.pages.put(observedPage('a', 2));
    during = Dexie.ignoreTransaction(() => look('a'));
  });
  expect(await during).toEqual({ sequence: 2, transactions: 1 });
  const failed = db.transaction('rw', db.pages, async () => {
    await db.pages.put(observedPage('a', 3));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await look('a')).toMatchObject({ sequence: 2 });
});

it.each<[string, () => Promise<unknown>]>([
  ['was deleted', () => db.pages.delete('a')],
  ['was deleted with all others', () => db.pages.clear()],
])('a page that %s counts as never observed', async (_how, remove) => {
  await put('a', 1);
  await remove();
  await expect(look('a')).rejects.toMatchObject({ code: 'not-found' });
});

describe('the steps since a place', () => {
  const step = (sequence: number): PageStep => ({
    page: 'a',
    sequence,
    atMs: sequence,
    cause: USER,
    changes: [],
  });
  /** Stores a row with its newest steps. */
  const advance = (sequence: number, ...steps: number[]) =>
    history.update({
      page: 'a',
      change: () => ({ page: observedPage('a', sequence), steps: steps.map(step) }),
    });

  async function stepsSince(sequence: number) {
    const reading = vi.spyOn(db.pageSteps, 'where');
    const steps = await history.stepsSince({ page: 'a', sequence });
    const isRead = reading.mock.calls.length > 0;
    reading.mockRestore();
    return { steps: steps.map((one) => one.sequence), isRead };
  }

  it('are known without a reading if all of them were stored since the page is kept', async () => {
    await advance(2, 1, 2);
    await advance(3, 3);
    expect(await stepsSince(0)).toEqual({ steps: [1, 2, 3], isRead: false });
    expect(await stepsSince(2)).toEqual({ steps: [3], isRead: false });
    expect(await stepsSince(3)).toEqual({ steps: [], isRead: false });
  });

  it('are read for a page that isn’t kept, or was kept later', async () => {
    await advance(2, 1, 2);
    history = createPageHistory(db);
    expect(await stepsSince(0)).toEqual({ steps: [1, 2], isRead: true });
    await advance(3, 3);
    expect(await stepsSince(0)).toEqual({ steps: [1, 2, 3], isRead: true });
    expect(await stepsSince(2)).toEqual({ steps: [3], isRead: false });
  });

  it('are those of the last change of each', async () => {
    await advance(2, 1, 2);
    await history.update({
      page: 'a',
      change: () => ({ page: observedPage('a', 2), steps: [{ ...step(1), cause: RELOAD }] }),
    });
    expect((await history.stepsSince({ page: 'a', sequence: 0 })).map(({ cause }) => cause)).toEqual([
      RELOAD,
      USER,
    ]);
  });

  it('are read if they are more than are kept', async () => {
    for (let sequence = 1; sequence <= 60; sequence += 1) await advance(sequence, sequence);
    expect((await stepsSince(5)).isRead).toBe(true);
    expect(await stepsSince(55)).toEqual({ steps: [56, 57, 58, 59, 60], isRead: false });
  });
});
