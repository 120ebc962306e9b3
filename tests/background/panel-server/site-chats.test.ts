import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteChats, type NamedSite } from '@/src/background/panel-server/site-chats';
import { deleteChatRows } from '@/src/background/storage/delete-chat';
import { newChatSettings } from '@/src/core/records/chat';
import type { SiteMark } from '@/src/schema/site';
import type { StewardDatabase } from '@/src/store/db';
import { userMessage } from '../../panel/stored-messages';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let siteChats: ReturnType<typeof createSiteChats>;
let marks: Record<string, SiteMark>;
/** The tab that each chat is bound to. */
let tabs: Map<string, number>;

const TAB_OF_B = 2;

const site = (name: string): NamedSite => ({
  name,
  binding: { adapterId: 'notes', origin: `https://${name}.test`, instanceId: 'i', title: 'Notes' },
});
const sites = (names: string) => [...names].map(site);

beforeEach(async () => {
  db = ownDatabase();
  marks = {};
  tabs = new Map([['c', 1]]);
  let made = 0;
  const newId = () => {
    made += 1;
    return `made ${made}`;
  };
  siteChats = createSiteChats({
    db,
    bindings: {
      async bind(chatId, tabId) {
        tabs.set(chatId, tabId);
      },
      // As long as the browser's storage takes: a transaction doesn't wait for it.
      async unbind(chatId) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        tabs.delete(chatId);
      },
    },
    page: { tabOfPage: async ({ origin }) => (origin === site('b').binding.origin ? TAB_OF_B : null) },
    sites: { markOf: async (origin) => marks[origin] ?? null },
    async open({ binding, settings, title, tabId }) {
      const chat = { ...aChat({ id: newId(), binding, settings }), ...title };
      if (tabId !== null) tabs.set(chat.id, tabId);
      await db.chats.add(chat);
      return chat;
    },
    clock: { now: () => 0 },
    ids: { newId },
  });
  const settings = { ...newChatSettings(), model: 'm' };
  await db.chats.add(aChat({ id: 'c', binding: site('a').binding, settings }));
});

/** The sites of a chat by name, each with that of its chat; the chat's own site if it is about one page. */
async function about(chatId: string): Promise<string> {
  const chat = await db.chats.get(chatId);
  const hostOf = (origin?: string) => new URL(origin ?? '').hostname.replace('.test', '');
  const own = hostOf(chat?.binding?.origin);
  if (chat?.targets === undefined) return `page ${own}`;
  const members = await db.chats.bulkGet(chat.targets.map((target) => target.chatId));
  return `${own}: ${chat.targets.map(({ name }, index) => `${name}=${hostOf(members[index]?.binding?.origin)}`).join(' ')}`;
}

const use = (chatId = 'c') => db.messages.add({ ...userMessage({}), id: `m-${chatId}`, chatId });

describe('a chat for which sites are chosen', () => {
  it.each<[string, before: string, isUsed: boolean, chosen: string, isSame: boolean, expected: string]>([
    ['is about them', '', false, 'ab', true, 'a: a=a b=b'],
    ['stays about one page', '', false, 'a', true, 'page a'],
    ['begins with the first of them', '', false, 'bc', true, 'b: b=b c=c'],
    ['gets others, before its first message', 'ab', false, 'bc', true, 'b: b=b c=c'],
    ['becomes one about a page, before its first message', 'ab', false, 'b', true, 'page b'],
    ['with messages about a page stays, and a new one is about them', '', true, 'ab', false, 'a: a=a b=b'],
    ['with messages about sites gets others', 'ab', true, 'abc', true, 'a: a=a b=b c=c'],
    ['with messages about sites stays, and a new one is about one page', 'ab', true, 'b', false, 'page b'],
  ])('%s', async (_, before, isUsed, chosen, isSame, expected) => {
    if (before !== '') await siteChats.choose('c', sites(before));
    if (isUsed) await use();
    const earlier = await about('c');
    const { chatId } = await siteChats.choose('c', sites(chosen));
    expect([chatId === 'c', await about(chatId)]).toEqual([isSame, expected]);
    if (!isSame) expect(await about('c')).toBe(earlier);
    expect((await db.chats.get(chatId))?.settings.model).toBe('m');
  });

  it('keeps the chat of a site that is left out and chosen again', async () => {
    await siteChats.choose('c', sites('abc'));
    const before = (await db.chats.get('c'))?.targets;
    await siteChats.choose('c', sites('ab'));
    await siteChats.choose('c', sites('abc'));
    expect((await db.chats.get('c'))?.targets).toEqual(before);
  });

  it.each<[string, isUsed: boolean, chosen: string, tab: number | undefined]>([
    ['of the page in its tab keeps the tab', false, 'ab', 1],
    ['of other pages leaves its tab', false, 'bc', undefined],
    ['of another page gets the tab of that page', false, 'b', TAB_OF_B],
    ['of another page that no tab shows leaves its tab', false, 'c', undefined],
    ['becomes a new one in the tab of its page', true, 'b', TAB_OF_B],
  ])('%s', async (_, isUsed, chosen, tab) => {
    if (isUsed) {
      await siteChats.choose('c', sites('ab'));
      await use();
    }
    const { chatId } = await siteChats.choose('c', sites(chosen));
    expect(tabs.get(chatId)).toBe(tab);
  });

  it('refuses a choice during its run', async () => {
    await siteChats.choose('c', sites('ab'));
    await use();
    await db.runs.add(storedRun({ state: 'processing' }, { chatId: 'c' }));
    await expect(siteChats.choose('c', sites('abc'))).rejects.toMatchObject({ code: 'busy' });
  });

  it('refuses a choice of none', async () => {
    await expect(siteChats.choose('c', [])).rejects.toMatchObject({ code: 'invalid-message' });
  });
});

it('a copy is about the same sites, by members of its own', async () => {
  await siteChats.choose('c', sites('ab'));
  await db.chats.add(aChat({ id: 'copy', binding: site('a').binding }));
  const targets = (await db.chats.get('c'))?.targets ?? [];
  await siteChats.copy('copy', targets);
  expect(await about('copy')).toBe('a: a=a b=b');
  const own = (await db.chats.get('copy'))?.targets ?? [];
  expect(own.filter(({ chatId }) => targets.some((target) => target.chatId === chatId))).toEqual([]);
});

it('deleting a chat about sites deletes its members, and no other’s', async () => {
  await siteChats.choose('c', sites('ab'));
  await db.chats.add(aChat({ id: 'other', binding: site('a').binding }));
  await siteChats.choose('other', sites('ab'));
  await db.chats.update('c', { deletedAtMs: 5 });
  expect(await deleteChatRows(db, { chatId: 'c', deletedAtMs: 5 })).toBe(true);
  const left = await db.chats.toArray();
  expect(left.map(({ id, memberOf }) => memberOf ?? id)).toEqual(['other', 'other', 'other'].toSorted());
});

describe('the names of the sites of a chat', () => {
  it.each([
    ['follow those that the user gives', false, 'a: prod=a prod (2)=b'],
    ['stay during a run, whose calls name them', true, 'a: a=a b=b'],
  ])('%s', async (_, isRunning, expected) => {
    await siteChats.choose('c', sites('ab'));
    if (isRunning) await db.runs.add({ ...storedRun({ state: 'processing' }), chatId: 'c' });
    for (const { binding } of sites('ab')) marks[binding.origin] = { name: 'prod', color: 'red' };
    await siteChats.rename();
    expect(await about('c')).toBe(expected);
  });

  it('reach the chat of a site with its next calls, so that earlier results keep theirs', async () => {
    await siteChats.choose('c', sites('ab'));
    marks[site('a').binding.origin] = { name: 'prod', color: 'red' };
    await siteChats.rename();
    const leading = (await db.chats.get('c')) ?? expect.fail('no chat');
    const titles = async () =>
      (await db.chats.filter((row) => row.memberOf === 'c').sortBy('id')).map(({ title }) => title);
    expect(await titles()).toEqual(['a', 'b']);
    for (const { chatId } of leading.targets ?? []) await siteChats.follow(chatId, leading);
    expect(await titles()).toEqual(['prod', 'b.test']);
  });
});
