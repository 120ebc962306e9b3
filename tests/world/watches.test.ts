// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hostPattern } from '@/src/core/host-pattern';
import { english } from '@/src/core/text/english';
import { DAY_MS } from '@/src/schema/values/managed-policy';
import { modelFilterState } from '../fakes/model-filter-page';
import { PAGE_ORIGIN } from './addresses';
import { createPage, type PageInMemory } from './page-in-memory';
import { type StewardInMemory, startSteward } from './steward-in-memory';

const HOUR_MS = DAY_MS / 24;
/** Time between two looks at the alarm. */
const STEP_HOURS = 6;
const ALARM = 'watches';
/** Time for which the background's clock may run while the browser's stands, in milliseconds. */
const SLACK_MS = 120_000;
/** The sites beside the first one, which is watched each hour. */
const OTHERS = { 'http://daily.example': 'day', 'http://weekly.example': 'week' } as const;

/** Generous, since the first check loads what a worker loads late. */
const LIMIT = { timeout: 10_000, interval: 5 };

let steward: StewardInMemory;
let pages: Map<string, PageInMemory>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_796_000_000_000 });
});

afterEach(async () => {
  await steward.close();
  vi.useRealTimers();
});

/** Starts with a chat about each of three sites, all of which the user has seen and watches. */
async function start(): Promise<void> {
  steward = await startSteward({ context: modelFilterState({}), endpoint: () => new Response() });
  pages = new Map([[PAGE_ORIGIN, steward.page]]);
  await watch(steward.chatId, PAGE_ORIGIN, 'hour');
  for (const [index, [origin, every]] of Object.entries(OTHERS).entries()) {
    const page = createPage(steward.browser.extensionId, modelFilterState({}));
    pages.set(origin, page);
    const windowId = index + 2;
    const tab = { id: index + 20, windowId, url: `${origin}/admin`, active: true, documentId: origin };
    steward.browser.tabs.set(tab.id, { ...tab, answer: page.answer });
    steward.browser.hosts.add(hostPattern(origin) ?? '');
    await steward.command({ type: 'keep-site', origin });
    const { chatId } = await steward.command({ type: 'attach', to: { windowId } });
    await watch(chatId ?? expect.fail(), origin, every);
  }
}

async function watch(chatId: string, origin: string, every: 'hour' | 'day' | 'week'): Promise<void> {
  steward.browser.hosts.add(hostPattern(origin) ?? '');
  await steward.command({ type: 'keep-site', origin });
  await steward.command({ type: 'what-changed', chatId, isSeen: false });
  const seen = (await steward.db.seenPages.where('origin').equals(origin).first()) ?? expect.fail();
  const { adapterId, instanceId } = seen;
  await steward.command({ type: 'watch-page', page: { adapterId, origin, instanceId }, every });
}

/** Lets the alarm go off if it is due, and waits for the checks. */
async function ring(): Promise<void> {
  const { alarms, goOff } = steward.browser;
  await expect.poll(() => alarms.has(ALARM), LIMIT).toBe(true);
  if (Number(alarms.get(ALARM)) > Date.now() + SLACK_MS / 2) return;
  goOff(ALARM);
  const nextAtMs = async () =>
    Math.min(...(await steward.db.watches.toArray()).map((row) => row.nextAtMs), Number(alarms.get(ALARM)));
  await expect.poll(nextAtMs, LIMIT).toBeGreaterThan(Date.now() + SLACK_MS / 2);
}

const newsOf = async (origin: string) =>
  (await steward.db.watches.where('origin').equals(origin).first())?.news.map(english);

const addModel = (origin: string, name: string) =>
  pages.get(origin)?.fake.change((state) => {
    state.models.openai = [...(state.models.openai ?? []), name];
  });

it('two weeks with three sites: the badge says what changed, also in a restarted worker, until the user opens the chat', async () => {
  await start();
  const told: string[] = [];
  let checks = 0;
  const lastAtMs = new Map<string, number | null>();
  vi.setSystemTime(Date.now() + SLACK_MS);
  for (let hour = 0; hour < 14 * 24; hour += STEP_HOURS) {
    if (hour === 30) addModel(PAGE_ORIGIN, 'openai/gpt-5');
    if (hour === 78) addModel('http://daily.example', 'openai/gpt-6');
    // The computer is off for two days; its alarms go off once when it is on again.
    const isOff = hour >= 102 && hour < 150;
    if (!isOff) {
      if (hour % 48 === 0) steward.restartWorker();
      await ring();
      for (const { origin, checkedAtMs } of await steward.db.watches.toArray()) {
        if (lastAtMs.get(origin) !== checkedAtMs) checks += 1;
        lastAtMs.set(origin, checkedAtMs);
      }
      const { badge } = steward.browser;
      const wanted = hour < 30 ? '' : hour < 60 || (hour >= 96 && hour < 200) ? '1' : '';
      await expect.poll(() => badge.text, { ...LIMIT, message: `in hour ${hour}` }).toBe(wanted);
      if (hour === 60) told.push(...((await newsOf(PAGE_ORIGIN)) ?? []));
      if (hour === 54) await steward.command({ type: 'what-changed', chatId: steward.chatId, isSeen: false });
      if (hour === 198) {
        told.push(...((await newsOf('http://daily.example')) ?? []));
        const { chatId } = await steward.command({ type: 'attach', to: { windowId: 2 } });
        await steward.command({ type: 'what-changed', chatId: chatId ?? '', isSeen: true });
        expect(await newsOf('http://daily.example')).toEqual([]);
      }
    }
    vi.setSystemTime(Date.now() + STEP_HOURS * HOUR_MS + SLACK_MS);
  }
  expect(told).toEqual(['openai: 1 new model', 'openai: 1 new model']);
  // At each step, each day and each week that the computer was on, and of two missed days one.
  expect(checks).toBe(48 + 13 + 2);
  // No check has changed anything.
  for (const page of pages.values()) expect(page.changes()).toEqual([]);
}, 60_000);

it('a site that is forgotten is no longer watched, and has no place in the badge', async () => {
  await start();
  addModel(PAGE_ORIGIN, 'openai/gpt-5');
  vi.setSystemTime(Date.now() + SLACK_MS);
  await ring();
  const { badge, alarms } = steward.browser;
  await expect.poll(() => badge.text, LIMIT).toBe('1');
  for (const origin of pages.keys()) await steward.command({ type: 'forget-site', origin });
  await expect.poll(() => [badge.text, alarms.has(ALARM)], LIMIT).toEqual(['', false]);
});
