import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { type Chats, createChats } from '@/src/background/panel-server/chats';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import { policyOf } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger, type GivenEntry } from '../../core/logging/memory-logger';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { boundTo } from '../page/bound-to';

const HERE: PageBinding = { adapterId: 'x', origin: 'http://here', instanceId: 'i', title: 'Here' };
const THERE: PageBinding = { ...HERE, origin: 'http://there', title: 'There' };
const CAREFUL: PolicySettings = {
  approvalPolicy: 'ask-every-change',
  permissions: { save: 'allow', clear: 'deny', add: 'ask' },
  planMode: true,
};

let db: StewardDatabase;
let chats: Chats;
/** The page in front. */
let front: PageBinding;

let logged: GivenEntry[];

beforeEach(async () => {
  const { logger, entries } = createMemoryLogger('info');
  logged = entries;
  db = ownDatabase();
  front = HERE;
  let made = 0;
  const status = { state: 'connected' };
  const reading = { context: {}, stateHash: 'h' };
  const page = {
    identify: async () => front,
    readContext: async () => reading,
    look: async () => ({ status, reading: null }),
  };
  const shared = {
    db,
    page: page as never,
    bindings: boundTo(1),
    clock: { now: () => 7 },
    ids: { newId: () => `id-${++made}` },
  };
  const open = createOpenChat({
    ...shared,
    adapters: { definitionOf: () => ({ restorableState: () => ({}) }) as never },
    checkpoints: { take: async () => undefined } as never,
    observer: {
      observe: async () => ({ reading, place: { page: 'tab:1', document: 'd', sequence: 0 } }),
    } as never,
    logger,
  });
  chats = createChats({
    ...shared,
    sites: { offScope: async () => null },
    connections: { testedTarget: async () => null },
    open,
  });
  Object.assign(browser.tabs, { query: async () => [{ id: 1, url: `${front.origin}/` }] });
  await db.chats.add(chatAbout(HERE));
});

function chatAbout(binding: PageBinding | null): Chat {
  const settings = { ...newChatSettings(), model: 'm' };
  return aChat({ title: 'Filter', binding, settings });
}

/** A new chat about the page in front; its id. */
async function openNewChat(chatId: string): Promise<{ chatId: string }> {
  const opened = await chats.newChat(chatId, 1);
  if (opened.chatId === null) throw new Error(`The page in front is ${opened.page.state}.`);
  return opened;
}

const settings = async (chatId: string) => (await chats.byId(chatId)).settings;
const audit = () => db.audit.orderBy('[origin+sequence]').toArray();

describe('a policy set by the user', () => {
  it('applies to the chat from then on and leaves its other settings unchanged', async () => {
    await chats.setPolicy('c', CAREFUL);
    expect(await settings('c')).toEqual({ ...newChatSettings(), model: 'm', ...CAREFUL });
  });

  it('adds an audit entry with a description and the complete policy', async () => {
    const changes = await chats.setPolicy('c', CAREFUL);
    expect(changes).toEqual([
      'asks before every change',
      'plans first',
      'add: asks first',
      'clear: never runs',
      'save: runs without asking',
    ]);
    expect(await audit()).toMatchObject([
      {
        sequence: 1,
        atMs: 7,
        origin: HERE.origin,
        chatId: 'c',
        action: 'policy',
        decision: 'user',
        subject: changes.join('; '),
        proposed: JSON.stringify(CAREFUL),
        success: true,
      },
    ]);
  });

  it('that equals the current one adds no entry', async () => {
    await chats.setPolicy('c', CAREFUL);
    expect(await chats.setPolicy('c', structuredClone(CAREFUL))).toEqual([]);
    expect(await audit()).toHaveLength(1);
  });

  it('is not applied if its entry can’t be written', async () => {
    db.audit.hook('creating', () => {
      throw new Error('no room');
    });
    await expect(chats.setPolicy('c', CAREFUL)).rejects.toMatchObject({ code: 'storage' });
    expect(policyOf(await settings('c'))).toEqual(policyOf(newChatSettings()));
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an unknown chat', async () => undefined, 'not-found'],
    ['a chat without a page', () => db.chats.add({ ...chatAbout(null), id: 'gone' }), 'page-unknown'],
  ])('is refused for %s', async (_, arrange, code) => {
    await arrange();
    await expect(chats.setPolicy('gone', CAREFUL)).rejects.toMatchObject({ code });
    expect(await audit()).toEqual([]);
  });

  it('and a simultaneous other setting are both applied', async () => {
    const limits = { contextWindowTokens: 8_192, tokenBudget: 500 };
    await Promise.all([
      chats.setPolicy('c', CAREFUL),
      chats.chooseModel('c', 'k', 'other'),
      chats.setSettings('c', { parameters: { temperature: 1 }, streaming: false }),
      chats.setSettings('c', limits),
    ]);
    expect(await settings('c')).toMatchObject({
      ...CAREFUL,
      ...limits,
      model: 'other',
      parameters: { ...newChatSettings().parameters, temperature: 1 },
      streaming: false,
    });
  });
});

describe('the settings for what is sent', () => {
  const SENDING = {
    toolMemory: { enabled: true, forgetAfterConclusions: 0 },
    cacheMode: 'cached' as const,
    toolResultAgeing: { enabled: true, limitCharacters: 500 },
    trimOldest: { enabled: true, budgetTokens: 60_000 },
  };

  it('are changed in one chat, and nothing else of it', async () => {
    await chats.setPolicy('c', CAREFUL);
    const before = await settings('c');
    const { chatId } = await openNewChat('c');
    await chats.setSettings('c', SENDING);
    expect(await settings('c')).toEqual({ ...before, ...SENDING });
    const { toolMemory, cacheMode, toolResultAgeing, trimOldest } = newChatSettings();
    expect(await settings(chatId)).toMatchObject({ toolMemory, cacheMode, toolResultAgeing, trimOldest });
  });

  it('keep the other fields of a group', async () => {
    await chats.setSettings('c', { toolMemory: { enabled: true }, parameters: { maxTokens: 9 } });
    await chats.setSettings('c', {
      toolMemory: { forgetAfterConclusions: 4 },
      parameters: { temperature: 0 },
    });
    const { parameters } = newChatSettings();
    expect(await settings('c')).toMatchObject({
      toolMemory: { enabled: true, forgetAfterConclusions: 4 },
      parameters: { ...parameters, maxTokens: 9, temperature: 0 },
    });
  });

  it('are copied to a new chat', async () => {
    await chats.setSettings('c', SENDING);
    const { chatId } = await openNewChat('c');
    expect(await settings(chatId)).toMatchObject(SENDING);
  });
});

describe('a new chat', () => {
  beforeEach(() => chats.setPolicy('c', CAREFUL));

  it('about the same page copies the caution, but not the permissions granted in the chat before', async () => {
    const { chatId } = await openNewChat('c');
    expect(policyOf(await settings(chatId))).toEqual({
      ...CAREFUL,
      permissions: { clear: 'deny', add: 'ask' },
    });
  });

  it('about another page copies the caution, but no permission to act without approval', async () => {
    front = THERE;
    const { chatId } = await chats.attach(1);
    expect(await settings(chatId ?? '')).toEqual({
      ...newChatSettings(),
      model: 'm',
      ...CAREFUL,
      permissions: { clear: 'deny', add: 'ask' },
    });
  });

  it('is logged, and an existing chat that is attached again is not', async () => {
    await chats.attach(1);
    expect(logged).toEqual([]);
    const { chatId } = await openNewChat('c');
    expect(logged).toEqual([
      {
        level: 'info',
        topic: 'chat.started',
        message: 'A chat started.',
        chatId,
        data: { adapterId: 'x' },
      },
    ]);
  });
});
