import { beforeEach, describe, expect, it } from 'vitest';
import { createWatches } from '@/src/background/daily/watches';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { StewardError } from '@/src/core/errors';
import { english } from '@/src/core/text/english';
import type { Chat } from '@/src/schema/chat';
import { DAY_MS, NO_POLICY } from '@/src/schema/values/managed-policy';
import type { WatchInterval } from '@/src/schema/values/watch-interval';
import type { StewardDatabase } from '@/src/store/db';
import { notesAdapter } from '../../fakes/notes-adapter';
import { ownDatabase } from '../own-database';

const HOUR_MS = DAY_MS / 24;
const SITE = 'https://a.test';

let db: StewardDatabase;
let nowMs: number;
/** The notes of each site's page; null while it can't be reached. */
let pages: Map<string, string[] | null>;
/** The origin of each page that was read. */
let reads: string[];
let policy: typeof NO_POLICY;
let isOn: boolean;
let warnings: number;
/** Called while a page is read. */
let meanwhile: () => Promise<unknown>;

beforeEach(() => {
  db = ownDatabase();
  nowMs = 0;
  pages = new Map();
  reads = [];
  policy = NO_POLICY;
  isOn = true;
  warnings = 0;
  meanwhile = async () => undefined;
});

/** Starts a worker. */
function start() {
  return createWatches({
    db,
    clock: { now: () => nowMs },
    adapters: createAdapterRegistry([notesAdapter]),
    page: {
      async readContext({ binding }: Chat) {
        const origin = binding?.origin ?? '';
        reads.push(origin);
        await meanwhile();
        const notes = pages.get(origin);
        if (notes == null) throw new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' });
        const source = { page: '', document: 'd', order: 0, askedAtMs: nowMs };
        return { context: { notes, published: notes }, stateHash: '', source };
      },
    },
    bindings: { unbind: async () => undefined },
    sites: { isLasting: async () => isOn },
    policy: async () => policy,
    ownChanges: async () => [],
    logger: {
      warning() {
        warnings += 1;
      },
    },
  });
}

const placeOf = (origin: string) => ({ adapterId: 'notes', origin, instanceId: 'i' });

/** The user looks at a page: as a panel that shows it does. */
async function look(origin = SITE): Promise<void> {
  const notes = pages.get(origin) ?? [];
  await db.seenPages.put({ ...placeOf(origin), context: { notes, published: notes }, atMs: nowMs });
  await db.watches.update(['notes', origin, 'i'], { news: [], isTold: true });
}

async function watch(every: WatchInterval, origin = SITE): Promise<void> {
  pages.set(origin, ['a']);
  await look(origin);
  await start().set(placeOf(origin), every);
}

async function watched(origin = SITE) {
  const row = await db.watches.get(['notes', origin, 'i']);
  if (row === undefined) throw new Error('It is not watched.');
  return { ...row, news: row.news.map(english) };
}

/** Checks at each hour, in a new worker. */
async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await start().checkDue();
    nowMs += HOUR_MS;
  }
}

describe('a watched page', () => {
  it('is read at once, and then at its interval', async () => {
    await watch('day');
    await pass(49);
    expect(reads).toHaveLength(3);
    expect(await watched()).toMatchObject({ news: [], isTold: true, checkedAtMs: 2 * DAY_MS, failure: null });
  });

  it('has news until the user looks at it, and is unread again only if the news is another one', async () => {
    await watch('hour');
    pages.set(SITE, ['a', 'b']);
    await pass(1);
    const news = ['1 change outside of Steward'];
    expect(await watched()).toMatchObject({ news, isTold: false });
    await db.watches.update(['notes', SITE, 'i'], { isTold: true });
    await pass(1);
    expect(await watched()).toMatchObject({ news, isTold: true });
    pages.set(SITE, ['a', 'b', 'c']);
    await pass(1);
    expect(await watched()).toMatchObject({ news: ['2 changes outside of Steward'], isTold: false });
    await look();
    await pass(1);
    expect(await watched()).toMatchObject({ news: [], isTold: true });
  });

  it('that can’t be read says since when, once in the log, and is left alone for longer each time, up to a day', async () => {
    await watch('hour');
    pages.set(SITE, null);
    await pass(10);
    expect(reads).toHaveLength(3);
    expect(await watched()).toMatchObject({
      failure: { message: 'The page is closed.', sinceMs: 0, count: 3 },
    });
    await pass(10 * 24);
    expect(reads).toHaveLength(14);
    expect(warnings).toBe(1);
    pages.set(SITE, ['a']);
    await pass(24);
    expect(await watched()).toMatchObject({ failure: null, news: [] });
  });

  it.each<[string, () => void]>([
    ['Steward is off on its site', () => (isOn = false)],
    ['the organisation forbids it', () => (policy = { ...NO_POLICY, watches: false })],
  ])('isn’t read while %s, and is within an hour after that', async (_when, forbid) => {
    await watch('week');
    forbid();
    await pass(2);
    expect(reads).toEqual([]);
    isOn = true;
    policy = NO_POLICY;
    await pass(1);
    expect(reads).toHaveLength(1);
  });

  it('isn’t read while a run works on it', async () => {
    await watch('hour');
    await db.pageLeases.add({ ...placeOf(SITE), runId: 'r' });
    await db.runs.add({ id: 'r', chatId: 'c', status: { state: 'processing' }, startedAtMs: 0 } as never);
    await pass(1);
    expect(reads).toEqual([]);
  });

  it.each([
    ['forward by a year', 365 * DAY_MS],
    ['back by a year', -365 * DAY_MS],
  ])('is checked once after the clock was set %s, and then at its interval', async (_how, jumpMs) => {
    nowMs = 400 * DAY_MS;
    await watch('day');
    await pass(1);
    nowMs += jumpMs;
    await pass(24);
    expect(reads).toHaveLength(2);
    await pass(1);
    expect(reads).toHaveLength(3);
  });

  it('has no news of what the user saw during the check', async () => {
    await watch('hour');
    pages.set(SITE, ['a', 'b']);
    nowMs += 1;
    meanwhile = look;
    await pass(1);
    expect(await watched()).toMatchObject({ news: [], isTold: true });
  });

  it('stays unwatched if the user ends it during the check', async () => {
    await watch('hour');
    meanwhile = () => start().set(placeOf(SITE), null);
    await pass(1);
    expect(await db.watches.count()).toBe(0);
  });

  it('is checked again after the worker stopped in a check', async () => {
    await watch('hour');
    pages.set(SITE, ['a', 'b']);
    meanwhile = () => new Promise(() => undefined);
    void start().checkDue();
    await expect.poll(() => reads).toHaveLength(1);
    meanwhile = async () => undefined;
    await pass(1);
    expect(reads).toHaveLength(2);
    expect(await watched()).toMatchObject({ isTold: false });
  });

  it('isn’t watched if the organisation forbids it, which the user can still end', async () => {
    await watch('hour');
    policy = { ...NO_POLICY, watches: false };
    await expect(start().set(placeOf(SITE), 'day')).rejects.toMatchObject({ code: 'managed' });
    await start().set(placeOf(SITE), null);
    expect(await db.watches.count()).toBe(0);
  });
});

it('two weeks with three sites, of which one is closed for two days, and two days without the computer', async () => {
  const [hourly, daily, weekly] = ['https://hourly.test', 'https://daily.test', 'https://weekly.test'];
  await watch('hour', hourly);
  await watch('day', daily);
  await watch('week', weekly);
  const told: string[] = [];
  const isTold = new Map<string, boolean>();
  for (let hour = 0; hour < 14 * 24; hour += 1) {
    const day = hour / 24;
    if (day === 2) pages.set(hourly, ['a', 'new']);
    if (day === 3) await look(hourly);
    if (day === 4) pages.set(daily, null);
    if (day === 6) pages.set(daily, ['a', 'since it was closed']);
    if (day === 9) pages.set(weekly, []);
    const isComputerOff = day >= 10 && day < 12;
    if (!isComputerOff) await start().checkDue();
    for (const row of await db.watches.toArray()) {
      if (!row.isTold && isTold.get(row.origin) !== false)
        told.push(`${row.origin} on day ${Math.floor(day)}`);
      isTold.set(row.origin, row.isTold);
    }
    nowMs += HOUR_MS;
  }
  const count = (origin: string) => reads.filter((read) => read === origin).length;
  expect([count(hourly), count(daily), count(weekly)]).toEqual([12 * 24, 12, 2]);
  expect(told).toEqual([`${hourly} on day 2`, `${daily} on day 6`]);
  expect(JSON.stringify(await db.watches.toArray()).length).toBeLessThan(1_500);
});
