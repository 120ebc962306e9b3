import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { openDetachedPanel } from '@/src/background/panel-server/detached-panels';

const WINDOW = { chatId: 'c', place: 'window' } as const;
const TAB = { chatId: 'c', place: 'tab' } as const;
const urlOf = (query: string) => `${browser.runtime.getURL('/sidepanel.html' as never)}?${query}`;

const createWindow = vi.fn(async (_options: unknown) => ({}));
const createTab = vi.fn(async (_options: unknown) => ({}));
const updateTab = vi.fn(async (_id: number, _change: unknown) => ({}));
const updateWindow = vi.fn(async (_id: number, _change: unknown) => ({}));
let tabs: { id: number; windowId: number; url?: string; pendingUrl?: string }[];

beforeEach(() => {
  for (const mock of [createWindow, createTab, updateTab, updateWindow]) mock.mockReset();
  tabs = [{ id: 1, windowId: 1 }];
  Object.assign(browser.tabs, { query: async () => tabs, create: createTab, update: updateTab });
  Object.assign(browser.windows, { create: createWindow, update: updateWindow });
  Object.assign(browser, { extension: { inIncognitoContext: true } });
});

describe('a panel of its own', () => {
  it('opens as a pop-up window with the data of this profile', async () => {
    await openDetachedPanel(WINDOW);
    expect(createWindow).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ url: urlOf('place=window&chat=c'), type: 'popup', incognito: true }),
    );
    expect(createTab).not.toHaveBeenCalled();
  });

  it('opens as a tab', async () => {
    await openDetachedPanel(TAB);
    expect(createTab).toHaveBeenCalledExactlyOnceWith({ url: urlOf('place=tab&chat=c') });
    expect(createWindow).not.toHaveBeenCalled();
  });

  it.each(['url', 'pendingUrl'])(
    'is brought to the front if there is one, found by its tab’s %s',
    async (member) => {
      tabs.push({ id: 7, windowId: 3, [member]: urlOf('place=window&chat=c') });
      await openDetachedPanel(WINDOW);
      expect(createWindow).not.toHaveBeenCalled();
      expect(updateTab).toHaveBeenCalledExactlyOnceWith(7, { active: true });
      expect(updateWindow).toHaveBeenCalledExactlyOnceWith(3, { focused: true });
    },
  );

  it.each(['place=tab&chat=c', 'place=window&chat=other'])(
    'opens beside one with the address %s',
    async (query) => {
      tabs.push({ id: 7, windowId: 3, url: urlOf(query) });
      await openDetachedPanel(WINDOW);
      expect(createWindow).toHaveBeenCalledOnce();
    },
  );

  it.each([
    [WINDOW, createWindow],
    [TAB, createTab],
  ] as const)('that the browser refuses to open is an error with a remedy: %j', async (panel, create) => {
    create.mockRejectedValueOnce(new Error('Tabs cannot be edited right now.'));
    await expect(openDetachedPanel(panel)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The browser did not open a tab or window for the panel.',
      details: 'Error: Tabs cannot be edited right now.',
    });
  });
});
