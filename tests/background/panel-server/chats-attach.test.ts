import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { failedStatus } from '@/src/background/page/page-status';
import { type Chats, createChats } from '@/src/background/panel-server/chats';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import { StewardError } from '@/src/core/errors';
import { newChatSettings } from '@/src/core/records/chat';
import type { PageStatus } from '@/src/messages/page-status';
import type { PageBinding } from '@/src/schema/page-binding';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const HERE: PageBinding = { adapterId: 'x', origin: 'http://here', instanceId: 'i', title: 'Here' };
const THERE: PageBinding = { ...HERE, origin: 'http://there', title: 'There' };
/** The tab in front of the window. */
const FRONT_TAB = 5;

let chats: Chats;
/** Tabs by chat, and the open tabs. */
let tabs: Map<string, number>;
let openTabs: number[];
/** The error of reading the page; null if it can be read. */
let readError: StewardError | null;
/** The page in front; null if Steward doesn't know it, an error if it can't be identified. */
let front: PageBinding | StewardError | null;
/** The text that the user has selected on the page. */
let selection: string;
let db: StewardDatabase;

beforeEach(async () => {
  const { logger } = createMemoryLogger('info');
  db = ownDatabase();
  tabs = new Map([
    ['earlier', FRONT_TAB],
    ['newest', FRONT_TAB],
    ['elsewhere', 6],
  ]);
  openTabs = [FRONT_TAB, 6];
  readError = null;
  front = HERE;
  selection = '';
  const isOpen = (chatId: string) => openTabs.includes(tabs.get(chatId) ?? -1);
  const page = {
    async identify() {
      if (front instanceof StewardError) throw front;
      return front;
    },
    async readContext() {
      if (readError !== null) throw readError;
      return { context: {}, stateHash: 'h' };
    },
    statusOf: (error: StewardError, binding: PageBinding) => failedStatus(error, binding, 'key'),
    look: async ({ id }: { id: string }) => ({
      status: { state: isOpen(id) ? 'connected' : 'gone' },
      reading: null,
    }),
    readSelection: async () => selection,
  };
  const shared = {
    db,
    page: page as never,
    bindings: {
      tabOf: async (chatId: string) => tabs.get(chatId) ?? null,
      bind: async (chatId: string, tabId: number) => void tabs.set(chatId, tabId),
      unbind: async (chatId: string) => void tabs.delete(chatId),
      chatsOf: async (tabId: number) => [...tabs].flatMap(([chatId, id]) => (id === tabId ? [chatId] : [])),
    },
    clock: { now: () => 7 },
    ids: { newId: () => 'new' },
  };
  const open = createOpenChat({
    ...shared,
    adapters: { definitionOf: () => ({ restorableState: () => ({}) }) as never },
    checkpoints: { take: async () => undefined } as never,
    observer: {
      observe: async (_chat: unknown, reading: unknown) => ({
        reading,
        place: { page: 'tab:5', document: 'd', sequence: 0 },
      }),
    } as never,
    logger,
  });
  chats = createChats({
    ...shared,
    sites: { offScope: async () => null },
    connections: { testedTarget: async () => ({ connectionId: 'k', model: 'tested' }) },
    open,
  });
  Object.assign(browser.tabs, { query: async () => [{ id: FRONT_TAB, url: `${HERE.origin}/` }] });
  const add = (id: string, atMs: number, binding: PageBinding | null) =>
    db.chats.add(aChat({ id, title: id, atMs, binding }));
  await add('earlier', 1, HERE);
  await add('newest', 2, HERE);
  await add('elsewhere', 3, THERE);
  await add('about nothing', 4, null);
  await add('deleted', 5, null);
  await db.chats.update('deleted', { deletedAtMs: 6 });
});

describe('a panel that attaches', () => {
  it.each([
    ['shows no chat', undefined, 'newest'],
    ['shows an earlier chat about the page in front', 'earlier', 'earlier'],
    ['shows the newest chat about the page in front', 'newest', 'newest'],
    ['shows a chat about another page', 'elsewhere', 'newest'],
    ['shows a chat without a page', 'about nothing', 'newest'],
    ['shows a chat that is no longer stored', 'gone', 'newest'],
  ])('and %s gets a chat about the page in front', async (_, shown, expected) => {
    expect(await chats.attach(1, shown)).toEqual({ chatId: expected, page: { state: 'connected' } });
  });

  it('with an earlier chat whose tab was closed binds that chat to the tab in front', async () => {
    tabs.set('earlier', 9);
    expect(await chats.attach(1, 'earlier')).toEqual({ chatId: 'earlier', page: { state: 'connected' } });
    expect(tabs.get('earlier')).toBe(FRONT_TAB);
  });

  it.each<[string, Record<string, number>, string | undefined, string]>([
    ['only an earlier chat is bound to the tab in front', { newest: 6 }, undefined, 'earlier'],
    ['shows a chat whose page is open in another tab', { newest: 6 }, 'newest', 'earlier'],
    ['the newest chat’s tab is closed', { newest: 9, earlier: 6 }, undefined, 'newest'],
    [
      'no chat is bound to the tab in front, nor is the newest one’s open',
      { newest: 9, earlier: 9 },
      undefined,
      'newest',
    ],
  ])('where %s gets the chat that no other tab has', async (_, bound, shown, expected) => {
    for (const [chatId, tabId] of Object.entries(bound)) tabs.set(chatId, tabId);
    expect(await chats.attach(1, shown)).toEqual({ chatId: expected, page: { state: 'connected' } });
    expect(tabs.get(expected)).toBe(FRONT_TAB);
  });

  it.each([undefined, 'earlier', 'newest'])(
    'gets a new chat if the same page is open in another tab, showing %s',
    async (shown) => {
      tabs.set('earlier', 6);
      tabs.set('newest', 6);
      expect(await chats.attach(1, shown)).toEqual({ chatId: 'new', page: { state: 'connected' } });
      expect(Object.fromEntries(tabs)).toEqual({ earlier: 6, newest: 6, elsewhere: 6, new: FRONT_TAB });
    },
  );

  it.each([
    ['has no model gives the new chat the tested model', null, null, 'k', 'tested'],
    ['has a model gives the new chat the same model', 'own', 'chosen', 'own', 'chosen'],
  ])('where the newest chat %s', async (_, connectionId, model, expectedId, expected) => {
    for (const id of ['earlier', 'newest']) tabs.set(id, 6);
    const settings = { ...newChatSettings(), connectionId, model };
    await db.chats.update('about nothing', { settings });
    await chats.attach(1);
    expect((await chats.byId('new')).settings).toMatchObject({ connectionId: expectedId, model: expected });
  });

  it.each<[ErrorCode, PageStatus['state']]>([
    ['page-key', 'key-needed'],
    ['page-protocol', 'incompatible'],
    ['too-complex', 'incompatible'],
    ['timeout', 'silent'],
  ])('at a page that can’t be read for %s gets the status %s, and no chat', async (code, state) => {
    tabs = new Map([
      ['earlier', 6],
      ['newest', 6],
    ]);
    readError = new StewardError(code, 'No.', { remedy: 'Wait.' });
    expect(await chats.attach(1)).toMatchObject({ chatId: null, page: { state } });
    expect(tabs.has('new')).toBe(false);
  });

  it('is refused with an error that says nothing about the page', async () => {
    tabs = new Map([
      ['earlier', 6],
      ['newest', 6],
    ]);
    readError = new StewardError('storage', 'No.', { remedy: 'Wait.' });
    await expect(chats.attach(1)).rejects.toMatchObject({ code: 'storage' });
  });
});

describe('a new chat', () => {
  it.each([
    ['earlier', 'the same page', HERE],
    ['elsewhere', 'another page', HERE],
    ['earlier', 'a page of another kind', { ...THERE, adapterId: 'y' }],
    ['about nothing', 'a page, after a chat without one', HERE],
  ])('after “%s” is about the page in front: %s', async (chatId, _, inFront) => {
    front = inFront;
    expect(await chats.newChat(chatId, 1)).toEqual({ chatId: 'new' });
    expect((await chats.byId('new')).binding).toEqual(inFront);
    expect(tabs.get('new')).toBe(FRONT_TAB);
  });

  it('is about the page in front if the tab of the earlier chat was navigated there', async () => {
    openTabs = [];
    front = THERE;
    expect(await chats.newChat('earlier', 1)).toEqual({ chatId: 'new' });
    expect((await chats.byId('new')).binding).toEqual(THERE);
  });

  it('is about the page of the earlier chat in a detached panel', async () => {
    expect(await chats.newChat('elsewhere', null)).toEqual({ chatId: 'new' });
    expect((await chats.byId('new')).binding).toEqual(THERE);
    expect(tabs.get('new')).toBe(6);
  });

  it('is refused in a detached panel if the earlier chat has no page', async () => {
    await expect(chats.newChat('about nothing', null)).rejects.toMatchObject({ code: 'page-gone' });
  });

  it.each<[string, PageBinding | StewardError | null, PageStatus['state']]>([
    ['has no access to', new StewardError('permission-missing', 'No.', { remedy: 'Click.' }), 'not-allowed'],
    [
      'isn’t allowed by the browser to read',
      new StewardError('page-unknown', 'No.', { remedy: 'Go.' }),
      'out-of-reach',
    ],
    ['gets no answer of', new StewardError('timeout', 'No.', { remedy: 'Wait.' }), 'silent'],
    ['doesn’t know', null, 'unknown'],
  ])('isn’t opened while a page that Steward %s is in front', async (_, inFront, state) => {
    front = inFront;
    expect(await chats.newChat('earlier', 1)).toMatchObject({ chatId: null, page: { state } });
    expect(tabs.has('new')).toBe(false);
  });

  it('isn’t opened about a page that can’t be read', async () => {
    readError = new StewardError('page-key', 'No.', { remedy: 'Enter it.' });
    expect(await chats.newChat('earlier', 1)).toMatchObject({ chatId: null, page: { state: 'key-needed' } });
    expect(tabs.has('new')).toBe(false);
  });
});

describe('a panel that is beside no page', () => {
  it.each([
    ['earlier', 'connected'],
    ['elsewhere', 'connected'],
    ['about nothing', 'gone'],
  ])('gets the page of the chat “%s”, which is %s', async (chatId, state) => {
    expect(await chats.lookAt(chatId)).toEqual({ chatId, page: { state } });
  });

  it.each(['deleted', 'never stored'])('is refused a chat that was %s', async (chatId) => {
    await expect(chats.lookAt(chatId)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the selection of the page', () => {
  it('is read as it is', async () => {
    selection = 'Two lines\nof text';
    expect(await chats.readSelection('newest')).toBe(selection);
  });

  it.each(['', ' \n '])('of no words (%j) is refused, and nothing is missing', async (text) => {
    selection = text;
    await expect(chats.readSelection('newest')).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'Nothing is selected on the page.',
    });
  });
});
