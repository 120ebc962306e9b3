import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageWatch, MAX_DELAYS, SETTLE_MS } from '@/src/background/page/page-watch';
import type { PageNote } from '@/src/core/loop/agent-loop';
import type { PageLook } from '@/src/core/records/execution-outcome';
import { boundTo } from './bound-to';

const TAB = 7;
const READ_MS = 50;
const ORIGIN = 'https://admin.example';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that changes with each notice, and answers with its state at the time of the request. */
function openPage(chatIds: readonly string[], onReading?: (chatId: string) => Promise<void>) {
  let revision = 0;
  let reading = 0;
  let mostAtOnce = 0;
  const reads: { chatId: string; revision: number }[] = [];
  const outdated: (PageLook | null)[] = [];
  const changes: PageLook[] = [];
  const sent: { chatId: string; status: unknown }[] = [];
  const noted: { chatId: string; kind: PageNote['kind'] }[] = [];
  const run = { isWorking: false, hasRead: false };
  const watch = createPageWatch({
    reports: createChangeReports(),
    tabs: {
      hasReadAfter: () => run.hasRead,
      noteChange: (_tabId, position) => void changes.push(position),
      forget: () => undefined,
    },
    page: {
      async look(chat: { id: string }, position: PageLook | null) {
        outdated.push(position);
        const seen = revision;
        reads.push({ chatId: chat.id, revision: seen });
        reading += 1;
        mostAtOnce = Math.max(mostAtOnce, reading);
        await new Promise((done) => setTimeout(done, READ_MS));
        reading -= 1;
        return { status: { state: 'connected', revision: seen }, reading: {} };
      },
    } as never,
    bindings: { ...boundTo(TAB), chatsOf: async () => [...chatIds] },
    chats: { byId: async (id: string) => ({ id, binding: { adapterId: 'api', origin: ORIGIN } }) } as never,
    live: {
      isWatched: () => true,
      watchedChats: () => [...chatIds],
      sendPageStatus: (chatId: string, status: unknown) => void sent.push({ chatId, status }),
    } as never,
    sites: { tabLoads: async () => undefined, tabClosed: async () => undefined },
    returned: { find: async () => false },
    locks: { updateTab: async () => undefined, stopFromPage: async () => undefined },
    openPanel: () => undefined,
    onRefused: () => undefined,
    isWaiting: async () => false,
    isWorking: async () => run.isWorking,
    async onReading(chatId, { kind }) {
      noted.push({ chatId, kind });
      await onReading?.(chatId);
    },
  });
  return {
    watch,
    reads,
    outdated,
    changes,
    sent,
    noted,
    /** The state of the chat's run, and of its reading. */
    run,
    mostAtOnce: () => mostAtOnce,
    notice(document = 'd', order = revision) {
      revision += 1;
      const notice = { channel: 'steward/page', notice: 'state-changed', document, order };
      watch.onMessage(notice, { id: browser.runtime.id, tab: { id: TAB, windowId: 2 }, frameId: 0 });
    },
    revision: () => revision,
  };
}

describe('a change over an API', () => {
  const outdated = { document: 'd', order: 4 };

  it('leads to one reading for each watched chat of that page', async () => {
    const page = openPage(['a', 'b']);
    void page.watch.serviceChanged({ adapterId: 'api', origin: ORIGIN }, outdated);
    await vi.runAllTimersAsync();
    expect(page.noted).toEqual([
      { chatId: 'a', kind: 'changed' },
      { chatId: 'b', kind: 'changed' },
    ]);
    expect(page.outdated).toEqual([outdated, outdated]);
  });

  it.each([
    ['another site', { adapterId: 'api', origin: 'https://other.example' }],
    ['another adapter', { adapterId: 'other', origin: ORIGIN }],
  ])('leads to none for a page of %s', async (_, place) => {
    const page = openPage(['a']);
    void page.watch.serviceChanged(place, outdated);
    await vi.runAllTimersAsync();
    expect(page.reads).toEqual([]);
  });
});

describe('notices of a page', () => {
  it('outdate earlier readings at once', () => {
    const page = openPage(['a']);
    page.notice('d', 4);
    expect(page.changes).toEqual([{ document: 'd', order: 4 }]);
  });

  it('lead to a look as soon as the working run has read the page', async () => {
    const page = openPage(['a']);
    page.run.isWorking = true;
    page.notice();
    await vi.advanceTimersByTimeAsync(3.5 * SETTLE_MS);
    expect(page.reads).toEqual([]);
    page.run.hasRead = true;
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(page.reads).toHaveLength(1);
  });

  it.each([
    ['as soon as the run no longer works', 4],
    ['after a bounded wait, even if the run goes on working without a reading', MAX_DELAYS],
  ])('lead to a look %s', async (_, delays) => {
    const page = openPage(['a']);
    page.run.isWorking = true;
    page.notice();
    await vi.advanceTimersByTimeAsync((delays - 0.5) * SETTLE_MS);
    expect(page.reads).toEqual([]);
    page.run.isWorking = delays === MAX_DELAYS;
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(page.reads).toHaveLength(1);
  });

  it('during a reading lead to one more, however many they are', async () => {
    const page = openPage(['a']);
    page.notice();
    await vi.advanceTimersByTimeAsync(SETTLE_MS + READ_MS / 2);
    for (let count = 0; count < 1_000; count += 1) page.notice();
    await vi.runAllTimersAsync();
    expect(page.reads.map(({ revision }) => revision)).toEqual([1, 1_001]);
  });

  it.each<[string, (page: ReturnType<typeof openPage>) => void, PageLook | null]>([
    ['the latest position', (page) => page.notice('d', 3), { document: 'd', order: 3 }],
    [
      'the latest position, even if it arrived first',
      (page) => page.notice('d', 1),
      { document: 'd', order: 2 },
    ],
    ['no position if they are of several documents', (page) => page.notice('other', 3), null],
    ['no position if a look without a notice is merged', (page) => void page.watch.look('a'), null],
  ])('in quick succession lead to one look more, with %s', async (_, follow, expected) => {
    const page = openPage(['a']);
    page.notice('d', 0);
    await vi.advanceTimersByTimeAsync(SETTLE_MS / 3);
    page.notice('d', 2);
    await vi.advanceTimersByTimeAsync(SETTLE_MS / 3);
    follow(page);
    await vi.runAllTimersAsync();
    expect(page.outdated).toEqual([{ document: 'd', order: 0 }, expected]);
  });

  it('of one task keep the position of the last, for each chat of the tab', async () => {
    const page = openPage(['a', 'b']);
    for (const order of [0, 1, 4]) page.notice('d', order);
    await vi.runAllTimersAsync();
    for (const chatId of ['a', 'b']) {
      expect(page.outdated[page.reads.findLastIndex((read) => read.chatId === chatId)]).toEqual({
        document: 'd',
        order: 4,
      });
    }
  });

  it('never read one tab twice at a time for two chats', async () => {
    const page = openPage(['a', 'b']);
    for (let count = 0; count < 10; count += 1) page.notice();
    await vi.runAllTimersAsync();
    expect(page.mostAtOnce()).toBe(1);
    for (const chatId of ['a', 'b']) {
      expect(page.reads.findLast((read) => read.chatId === chatId)?.revision).toBe(page.revision());
    }
  });

  it('reach a chat while another one still processes an earlier state', async () => {
    const page = openPage(['slow', 'quick'], (chatId) =>
      chatId === 'slow' ? new Promise(() => undefined) : Promise.resolve(),
    );
    page.notice();
    await vi.advanceTimersByTimeAsync(1_000);
    page.notice();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.sent.filter(({ chatId }) => chatId === 'quick').map(({ status }) => status)).toContainEqual({
      state: 'connected',
      revision: 2,
    });
    // One reading is queued behind the slow one, not one for each notice.
    for (let count = 0; count < 50; count += 1) page.notice();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.reads.filter(({ chatId }) => chatId === 'slow')).toHaveLength(1);
  });

  it('count as a change even if a reading without change is already queued', async () => {
    const page = openPage(['a']);
    page.notice();
    await vi.advanceTimersByTimeAsync(READ_MS / 2);
    void page.watch.look('a');
    page.notice();
    void page.watch.look('a');
    await vi.runAllTimersAsync();
    expect(page.noted).toEqual([
      { chatId: 'a', kind: 'changed' },
      { chatId: 'a', kind: 'changed' },
    ]);
  });
});
