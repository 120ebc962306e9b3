import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usageMethods } from '@/src/background/storage/journal-usage';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import { aSentRequest } from '../../store/a-sent-request';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { accounting, counts, JOURNALS, type Rig, rolledBack, usageOf } from './journal-rig';

describe.each(JOURNALS)('the usage %s', (_where, create) => {
  let rig: Rig;
  let journal: Rig['journal'];
  beforeEach(async () => {
    rig = create({ now: () => 5_000 });
    ({ journal } = rig);
    for (const id of ['c', 'other']) await rig.add('chats', aChat({ id }));
  });

  /** The stored parts of requests: chat and text of each, in alphabetical order. */
  const sentTexts = async () =>
    (await rig.rows('requestParts'))
      .map(({ chatId, content }) => `${chatId} ${Object(content).content}`)
      .sort();
  const sentIds = async () => (await rig.rows('sentRequests')).map(({ id }) => id);

  it('gives an accounting row the totals of all before it, and adds only later usage to the last row', async () => {
    await rig.withCalls();
    await journal.addUsage(usageOf('usage-2', counts(10)));
    await journal.addAccounting(accounting(9));
    await journal.addUsage(usageOf('usage-3', counts(1)));
    await journal.addUsage(usageOf('usage-4', null));
    await rig.rollBack({ rows: [accounting(20), rolledBack(21)] });
    await journal.addUsage(usageOf('usage-5', counts(5)));
    const { messages } = await journal.load('c');
    expect(messages.filter(({ role }) => role === 'accounting')).toMatchObject([
      { cumulativeTokens: totalTokens([counts(100), counts(10)]) },
      { cumulativeTokens: totalTokens([counts(100), counts(10), counts(1), null]) },
    ]);
    expect(await journal.tokensUsed('c')).toEqual(
      totalTokens([counts(100), counts(10), counts(1), null, counts(5)]),
    );
    expect(await journal.usageFrom('c', 10)).toMatchObject([
      { id: 'usage-3', position: 10 },
      { id: 'usage-4', position: 10 },
      { id: 'usage-5', position: 22 },
    ]);
  });

  it('keeps what several requests of a chat contain once', async () => {
    await journal.keepSent(aSentRequest(1, 'c', ['one', 'two']));
    await journal.keepSent(aSentRequest(2, 'c', ['one', 'two', 'three', 'one']));
    await journal.keepSent(aSentRequest(1, 'other', ['one']));
    expect(await sentTexts()).toEqual(['c one', 'c three', 'c two', 'other one']);
  });

  it('deletes what only dropped requests of the chat contain', async () => {
    await journal.keepSent(aSentRequest(1, 'other', ['first']));
    for (let atMs = 1; atMs <= 22; atMs += 1) {
      const own = atMs === 1 ? 'first' : atMs < 4 ? 'early' : 'late';
      await journal.keepSent(aSentRequest(atMs, 'c', ['always', own]));
    }
    // Requests 3 to 22 are kept, and the third has the early text.
    expect(await sentTexts()).toEqual(['c always', 'c early', 'c late', 'other first']);
    await journal.keepSent(aSentRequest(23, 'c', ['always', 'late']));
    expect(await sentTexts()).toEqual(['c always', 'c late', 'other first']);
    const newest = Array.from({ length: 20 }, (_, index) => `c-${4 + index}`);
    expect((await sentIds()).toSorted()).toEqual([...newest, 'other-1'].toSorted());
  });

  it('replaces a request that is kept again', async () => {
    await journal.keepSent(aSentRequest(1, 'c', ['one']));
    await journal.keepSent(aSentRequest(1, 'c', ['one']));
    expect(await sentIds()).toEqual(['c-1']);
  });
});

describe('the parts of', () => {
  async function withMethods() {
    const db = ownDatabase();
    await db.chats.add(aChat({}));
    const storedTexts = async () =>
      (await db.requestParts.toArray()).map(({ content }) => Object(content).content).sort();
    return { db, ...usageMethods(db), storedTexts };
  }

  it('the last request are stored once, and again if they were deleted since', async () => {
    const { db, keepSent, storedTexts } = await withMethods();
    await keepSent(aSentRequest(1, 'c', ['one', 'two']));
    const looked = vi.spyOn(db.requestParts, 'where');
    const added = vi.spyOn(db.requestParts, 'bulkPut');
    await keepSent(aSentRequest(2, 'c', ['one', 'two', 'three']));
    expect(looked).not.toHaveBeenCalled();
    expect(added.mock.calls.map(([parts]) => parts.length)).toEqual([1]);
    await db.requestParts.clear();
    await keepSent(aSentRequest(3, 'c', ['one', 'two', 'three']));
    expect(await storedTexts()).toEqual(['one', 'three', 'two']);
  });

  it('a request that is dropped at once, since the clock was set back, are stored with the next one', async () => {
    const { keepSent, storedTexts } = await withMethods();
    for (let atMs = 101; atMs <= 120; atMs += 1) await keepSent(aSentRequest(atMs, 'c', ['one']));
    await keepSent(aSentRequest(50, 'c', ['one', 'late']));
    await keepSent(aSentRequest(130, 'c', ['one', 'late']));
    expect(await storedTexts()).toEqual(['late', 'one']);
  });
});
