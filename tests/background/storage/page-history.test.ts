import Dexie from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPageHistory } from '@/src/background/storage/page-history';
import type { PageHistory } from '@/src/core/ports/page-history';
import type { ObservedPage } from '@/src/schema/observed-page';
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
