import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { showChat, windowOfChat } from '@/src/background/entry-points/show-chat';

const update = vi.fn(async () => ({ windowId: 3 }));
const create = vi.fn(async () => ({}));

beforeEach(async () => {
  vi.clearAllMocks();
  await browser.storage.session.clear();
  const get = async (id: number) => {
    if (id !== 7) throw new Error(`No tab with id: ${id}.`);
    return { windowId: 3 };
  };
  Object.assign(browser.tabs, { get, update, query: async () => [] });
  Object.assign(browser.windows, { update: vi.fn(async () => ({})), create });
  Object.assign(browser.extension, { inIncognitoContext: false });
});

const bound = (tabId: number | null) => ({ tabOf: async () => tabId });
const requested = async () => (await browser.storage.session.get('panel-request'))['panel-request'];

it.each([
  [7, 3],
  [8, null],
  [null, null],
])('the window of a chat whose tab is %j is %j', async (tabId, windowId) => {
  expect(await windowOfChat(bound(tabId), 'c')).toBe(windowId);
});

it('brings the page to the front, and requests the chat of the panel there', async () => {
  await showChat(bound(7), 'c', true);
  expect(create).not.toHaveBeenCalled();
  expect(update).toHaveBeenCalledExactlyOnceWith(7, { active: true });
  expect(await requested()).toMatchObject({ windowId: 3, task: { kind: 'show-chat', chatId: 'c' } });
});

it.each([
  ['whose page is closed', 8, true, 0],
  ['beside whose page no panel opened', 7, false, 1],
])('shows a chat %s in a window of its own', async (_, tabId, isPanelOpen, pagesInFront) => {
  await showChat(bound(tabId), 'c', isPanelOpen);
  expect(update).toHaveBeenCalledTimes(pagesInFront);
  expect(create).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ url: expect.stringContaining('chat=c'), type: 'popup' }),
  );
  expect(await requested()).toBeUndefined();
});
