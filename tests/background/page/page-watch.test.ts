import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageWatch } from '@/src/background/page/page-watch';
import { createTabMemory } from '@/src/background/page/tab-memory';
import { boundTo } from './bound-to';

const TAB = 7;

let stops: [tabId: number, leaseId: string][];
const refused = vi.fn();
let looked: number;
let opened: number[];
let relocked: number[];
let onUpdated: (tabId: number, change: { status?: string }, tab: { url?: string }) => void;

beforeEach(() => {
  stops = [];
  looked = 0;
  relocked = [];
  opened = [];
  refused.mockReset();
});

function createWatch(isWaiting = async () => false) {
  return createPageWatch({
    reports: createChangeReports(),
    page: {
      look: () => Promise.reject(new Error('nothing to look at')),
    },
    tabs: createTabMemory(),
    bindings: {
      ...boundTo(TAB),
      async chatsOf() {
        looked += 1;
        return [];
      },
    },
    chats: {} as never,
    live: { isWatched: () => false } as never,
    sites: { tabLoads: async () => undefined, tabClosed: async () => undefined },
    returned: { find: async () => false },
    locks: {
      async updateTab(tabId) {
        relocked.push(tabId);
      },
      async stopFromPage(tabId, leaseId) {
        stops.push([tabId, leaseId]);
      },
    },
    openPanel: (windowId) => void opened.push(windowId),
    onRefused: refused,
    isWorking: async () => false,
    isWaiting,
    onReading: async () => undefined,
  });
}

const ours = () => ({ id: browser.runtime.id, tab: { id: TAB, windowId: 2 }, frameId: 0 });
const changed = { channel: 'steward/page', notice: 'state-changed', document: 'd', order: 0 };
const stop = { channel: 'steward/page', notice: 'stop-requested', leaseId: 'run' };

describe('a notice of a page', () => {
  it('that requests a stop is forwarded with its tab', () => {
    createWatch().onMessage(stop, ours());
    expect(stops).toEqual([[TAB, 'run']]);
    expect(looked).toBe(0);
  });

  it('that requests the panel opens it in the window of its tab, within the same turn', () => {
    createWatch().onMessage({ channel: 'steward/page', notice: 'open-requested' }, ours());
    expect(opened).toEqual([2]);
    expect(looked).toBe(0);
  });

  it('of a change triggers a reading', () => {
    createWatch().onMessage(changed, ours());
    expect(stops).toEqual([]);
    expect(looked).toBe(1);
  });

  it.each<[string, unknown, object]>([
    ['from another extension', stop, { ...ours(), id: 'other' }],
    ['of a tab in no window', stop, { ...ours(), tab: { id: TAB } }],
    ['from no tab', stop, { ...ours(), tab: undefined }],
    ['from a frame', stop, { ...ours(), frameId: 3 }],
    ['without a lease', { ...stop, leaseId: undefined }, ours()],
    ['with an empty lease', { ...stop, leaseId: '' }, ours()],
    ['with a lease that is too long', { ...stop, leaseId: 'x'.repeat(101) }, ours()],
    ['with unknown fields', { ...stop, tabId: 1 }, ours()],
    ['of a change without a document', { ...changed, document: undefined }, ours()],
    ['of a change with an empty document', { ...changed, document: '' }, ours()],
    ['of a change with a document name that is too long', { ...changed, document: 'x'.repeat(101) }, ours()],
    ['of a change without a number', { ...changed, order: undefined }, ours()],
    ['of a change with a negative number', { ...changed, order: -1 }, ours()],
    ['of a change with a fraction', { ...changed, order: 0.5 }, ours()],
    ['of a change with an unsafe number', { ...changed, order: 2 ** 53 }, ours()],
    ['of a change with an infinite number', { ...changed, order: Number.POSITIVE_INFINITY }, ours()],
    ['of an unknown kind', { ...stop, notice: 'start' }, ours()],
  ])('%s is refused', (_, message, sender) => {
    createWatch().onMessage(message, sender);
    expect(stops).toEqual([]);
    expect(looked).toBe(0);
    expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ what: 'notice' }), sender);
  });
});

it('locks a tab again after it has loaded a document, which is not outdated', async () => {
  Object.assign(browser.tabs, {
    onUpdated: {
      addListener: (listener: typeof onUpdated) => {
        onUpdated = listener;
      },
    },
    onRemoved: { addListener: () => undefined },
  });
  createWatch().listen();
  await browser.storage.session.set({ 'outdated-page:7': 'hash', 'outdated-page:8': 'hash' });
  onUpdated(TAB, { status: 'loading' }, {});
  onUpdated(TAB, {}, {});
  await Promise.resolve();
  expect(relocked).toEqual([]);
  await vi.waitFor(async () =>
    expect(await browser.storage.session.get()).toEqual({ 'outdated-page:8': 'hash' }),
  );
  onUpdated(TAB, { status: 'complete' }, {});
  await vi.waitFor(() => expect(relocked).toEqual([TAB]));
});

it('a look during which the database is deleted is logged, and does not reject', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const closed = new Error('The database was closed.');
  await createWatch(() => Promise.reject(closed)).look('chat');
  expect(logged).toHaveBeenCalledWith("the page of chat chat can't be looked at", closed);
});
