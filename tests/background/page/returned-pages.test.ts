import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { createReturnedPages } from '@/src/background/page/returned-pages';
import { createTabBindings } from '@/src/background/page/tab-bindings';
import type { StoredChat } from '@/src/schema/chat';
import { createLoopHarness } from '../../fakes/loop-harness';
import { aChat } from '../a-chat';

const MEMBER = { memberOf: 'leading' };
const OTHER = 'https://other.example';

/** A watched chat about a page; `open`: the pages that tabs show, by the tabs' ids, null for one that can't be identified. */
async function withTabs(
  open: Record<number, 'its page' | 'another page there' | 'a page elsewhere' | null>,
  bound: Record<string, number> = {},
  fields: Partial<StoredChat> = {},
) {
  fakeBrowser.reset();
  const h = await createLoopHarness([]);
  const chat = await h.db.chats.get(h.chatId);
  const own = chat?.binding;
  if (own == null) throw new Error('The chat of the harness has no page.');
  await h.db.chats.update(h.chatId, fields);
  await h.db.chats.add({ ...aChat({ id: 'member' }), memberOf: 'leading' });
  const bindings = createTabBindings();
  for (const [chatId, tabId] of Object.entries(bound)) await bindings.bind(chatId, tabId);
  const tabs = Object.entries(open).map(([id, page]) => ({
    id: Number(id),
    url: page === 'a page elsewhere' ? `${OTHER}/` : `${own.origin}/`,
  }));
  vi.spyOn(browser.tabs, 'query').mockResolvedValue(tabs as never);
  vi.spyOn(browser.tabs, 'get').mockImplementation((async (tabId: number) => {
    const tab = tabs.find(({ id }) => id === tabId);
    if (tab === undefined) throw new Error(`No tab with id: ${tabId}.`);
    return tab;
  }) as never);
  const identify = vi.fn(async (tabId: number) => {
    if (open[tabId] === null) throw new Error('unreadable');
    return open[tabId] === 'its page' ? own : { ...own, instanceId: 'another' };
  });
  const live = { watchedChats: () => [h.chatId] };
  const returned = createReturnedPages({ db: h.db, bindings, page: { identify }, live });
  return { find: returned.find, tab: () => bindings.tabOf(h.chatId), identify };
}

it.each<[string, Parameters<typeof withTabs>, number | null, boolean]>([
  ['its page is in one tab', [{ 5: 'its page', 6: 'another page there' }], 5, false],
  ['its tab was closed, and its page is in another', [{ 5: 'its page' }, { chat: 4 }], 5, false],
  ['its tab is open, whatever it shows', [{ 4: 'another page there', 5: 'its page' }, { chat: 4 }], 4, false],
  ['two tabs show its page', [{ 5: 'its page', 6: 'its page' }], null, true],
  ['another tab may show its page', [{ 5: 'its page', 6: null }], null, true],
  ['its page belongs to another chat', [{ 5: 'its page' }, { other: 5 }], null, true],
  ['its page isn’t loaded yet', [{ 5: null }], null, true],
  ['its page belongs only to a chat about several sites', [{ 5: 'its page' }, { member: 5 }], 5, false],
  [
    'it is about several sites, and two tabs show its page',
    [{ 5: 'its page', 6: 'its page' }, {}, MEMBER],
    5,
    false,
  ],
  ['it is about several sites, and shares its page', [{ 5: 'its page' }, { other: 5 }, MEMBER], 5, false],
  ['it is about several sites, and another page is there', [{ 5: null }, {}, MEMBER], null, true],
  ['no tab is at its origin', [{ 5: 'a page elsewhere' }], null, false],
])('a chat, if %s', async (_what, given, tab, isMissing) => {
  const { find, tab: bound } = await withTabs(...given);
  expect(await find()).toBe(isMissing);
  expect(await bound()).toBe(tab);
});

it('no page of another origin is looked at', async () => {
  const { find, identify } = await withTabs({ 5: 'a page elsewhere', 6: 'its page' });
  await find();
  expect(identify.mock.calls).toEqual([[6]]);
});
