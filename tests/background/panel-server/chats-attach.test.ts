import { beforeEach, describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { newChatSettings } from '@/src/core/records/chat';
import type { PageStatus } from '@/src/messages/page-status';
import type { PageBinding } from '@/src/schema/page-binding';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { HERE } from '../../fakes/copied-chat';
import { aChat } from '../a-chat';
import { type ChatsRig, createChatsRig, FRONT_TAB, THERE } from './chats-rig';

let rig: ChatsRig;

beforeEach(async () => {
  rig = createChatsRig();
  for (const [chatId, tabId] of Object.entries({ earlier: FRONT_TAB, newest: FRONT_TAB, elsewhere: 6 })) {
    rig.tabs.set(chatId, tabId);
  }
  rig.openTabs = [FRONT_TAB, 6];
  const ids = ['earlier', 'newest', 'elsewhere', 'about nothing', 'deleted'];
  const bindings = [HERE, HERE, THERE, null, null];
  await rig.db.chats.bulkAdd(
    ids.map((id, index) => aChat({ id, title: id, atMs: index, binding: bindings[index] ?? null })),
  );
  await rig.db.chats.update('deleted', { deletedAtMs: 6 });
});

const failure = (code: ErrorCode) => new StewardError(code, 'No.', { remedy: 'Wait.' });

const connected = (chatId: string) => ({ chatId, page: { state: 'connected' } });

/** The chats about the page in front are open in another tab. */
function inAnotherTab(): void {
  for (const id of ['earlier', 'newest']) rig.tabs.set(id, 6);
}

describe('a panel that attaches', () => {
  it.each([
    ['shows no chat', undefined, 'newest'],
    ['shows an earlier chat about the page in front', 'earlier', 'earlier'],
    ['shows the newest chat about the page in front', 'newest', 'newest'],
    ['shows a chat about another page', 'elsewhere', 'newest'],
    ['shows a chat without a page', 'about nothing', 'newest'],
    ['shows a chat that is no longer stored', 'gone', 'newest'],
  ])('and %s gets a chat about the page in front', async (_, shown, expected) => {
    expect(await rig.chats.attach(1, shown)).toEqual(connected(expected));
  });

  it('with an earlier chat whose tab was closed binds that chat to the tab in front', async () => {
    rig.tabs.set('earlier', 9);
    expect(await rig.chats.attach(1, 'earlier')).toEqual(connected('earlier'));
    expect(rig.tabs.get('earlier')).toBe(FRONT_TAB);
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
    for (const [chatId, tabId] of Object.entries(bound)) rig.tabs.set(chatId, tabId);
    expect(await rig.chats.attach(1, shown)).toEqual(connected(expected));
    expect(rig.tabs.get(expected)).toBe(FRONT_TAB);
  });

  it.each([undefined, 'earlier', 'newest'])(
    'gets a new chat if the same page is open in another tab, showing %s',
    async (shown) => {
      inAnotherTab();
      expect(await rig.chats.attach(1, shown)).toEqual(connected('new'));
      expect(Object.fromEntries(rig.tabs)).toEqual({ earlier: 6, newest: 6, elsewhere: 6, new: FRONT_TAB });
    },
  );

  it.each([
    ['has no model gives the new chat the tested model', null, null, 'k', 'tested'],
    ['has a model gives the new chat the same model', 'own', 'chosen', 'own', 'chosen'],
  ])('where the newest chat %s', async (_, connectionId, model, expectedId, expected) => {
    inAnotherTab();
    const settings = { ...newChatSettings(), connectionId, model };
    await rig.db.chats.update('about nothing', { settings });
    await rig.chats.attach(1);
    expect((await rig.chats.byId('new')).settings).toMatchObject({
      connectionId: expectedId,
      model: expected,
    });
  });

  it('gets a new chat with the settings of the newest chat in the list, not with those of a site’s chat', async () => {
    inAnotherTab();
    const settings = { ...newChatSettings(), connectionId: 'own', model: 'chosen' };
    await rig.db.chats.update('about nothing', { settings });
    await rig.db.chats.add({ ...aChat({ id: 'site', atMs: 99 }), memberOf: 'leading' });
    await rig.chats.attach(1);
    expect((await rig.chats.byId('new')).settings.model).toBe('chosen');
  });

  it.each<[ErrorCode, PageStatus['state']]>([
    ['page-key', 'key-needed'],
    ['page-protocol', 'incompatible'],
    ['too-complex', 'incompatible'],
    ['timeout', 'silent'],
  ])('at a page that can’t be read for %s gets the status %s, and no chat', async (code, state) => {
    inAnotherTab();
    rig.readError = failure(code);
    expect(await rig.chats.attach(1)).toMatchObject({ chatId: null, page: { state } });
    expect(rig.tabs.has('new')).toBe(false);
  });

  it('is refused with a defect of identifying the page', async () => {
    rig.front = new TypeError('a defect');
    await expect(rig.chats.attach(1)).rejects.toThrow('a defect');
  });

  it('is refused with an error that says nothing about the page', async () => {
    inAnotherTab();
    rig.readError = failure('storage');
    await expect(rig.chats.attach(1)).rejects.toMatchObject({ code: 'storage' });
  });
});

describe('a new chat', () => {
  it.each([
    ['earlier', 'the same page', HERE],
    ['elsewhere', 'another page', HERE],
    ['earlier', 'a page of another kind', { ...THERE, adapterId: 'y' }],
    ['about nothing', 'a page, after a chat without one', HERE],
  ])('after “%s” is about the page in front: %s', async (chatId, _, inFront) => {
    rig.front = inFront;
    expect(await rig.chats.newChat(chatId, 1)).toEqual({ chatId: 'new' });
    expect((await rig.chats.byId('new')).binding).toEqual(inFront);
    expect(rig.tabs.get('new')).toBe(FRONT_TAB);
  });

  it('is about the page in front if the tab of the earlier chat was navigated there', async () => {
    rig.openTabs = [];
    rig.front = THERE;
    expect(await rig.chats.newChat('earlier', 1)).toEqual({ chatId: 'new' });
    expect((await rig.chats.byId('new')).binding).toEqual(THERE);
  });

  it('is about the page of the earlier chat in a detached panel', async () => {
    expect(await rig.chats.newChat('elsewhere', null)).toEqual({ chatId: 'new' });
    expect((await rig.chats.byId('new')).binding).toEqual(THERE);
    expect(rig.tabs.get('new')).toBe(6);
  });

  it('is refused in a detached panel if the earlier chat has no page', async () => {
    await expect(rig.chats.newChat('about nothing', null)).rejects.toMatchObject({ code: 'page-gone' });
  });

  it.each<[string, PageBinding | StewardError | null, PageStatus['state']]>([
    ['has no access to', failure('permission-missing'), 'not-allowed'],
    ['isn’t allowed by the browser to read', failure('page-unknown'), 'out-of-reach'],
    ['gets no answer of', failure('timeout'), 'silent'],
    ['doesn’t know', null, 'unknown'],
  ])('isn’t opened while a page that Steward %s is in front', async (_, inFront, state) => {
    rig.front = inFront;
    expect(await rig.chats.newChat('earlier', 1)).toMatchObject({ chatId: null, page: { state } });
    expect(rig.tabs.has('new')).toBe(false);
  });

  it('isn’t opened about a page that can’t be read', async () => {
    rig.readError = failure('page-key');
    expect(await rig.chats.newChat('earlier', 1)).toMatchObject({
      chatId: null,
      page: { state: 'key-needed' },
    });
    expect(rig.tabs.has('new')).toBe(false);
  });
});

describe('a panel that is beside no page', () => {
  it.each([
    ['earlier', 'connected'],
    ['elsewhere', 'connected'],
    ['about nothing', 'gone'],
  ])('gets the page of the chat “%s”, which is %s', async (chatId, state) => {
    expect(await rig.chats.lookAt(chatId)).toEqual({ chatId, page: { state } });
  });

  it.each(['deleted', 'never stored'])('is refused a chat that was %s', async (chatId) => {
    await expect(rig.chats.lookAt(chatId)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the selection of the page', () => {
  it('is stored as a quotation with its page, which the message mentions', async () => {
    rig.selection = 'Two lines\nof text';
    const mention = await rig.chats.quoteSelection('newest');
    expect(mention).toMatch(/^@quote:\w+$/);
    const { quotations } = (await rig.db.chats.get('newest')) ?? expect.fail();
    expect(quotations).toEqual([{ mention, text: rig.selection, page: expect.stringMatching(/ · http/) }]);
  });

  it('of no words is refused, and nothing is stored', async () => {
    rig.selection = '';
    await expect(rig.chats.quoteSelection('newest')).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'Nothing is selected on the page.',
    });
    expect(await rig.db.chats.get('newest')).not.toHaveProperty('quotations');
  });
});
