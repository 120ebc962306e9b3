import { beforeEach, describe, expect, it } from 'vitest';
import { policyOf } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { HERE } from '../../fakes/copied-chat';
import { aChat } from '../a-chat';
import { type ChatsRig, createChatsRig, FRONT_TAB, THERE } from './chats-rig';

const CAREFUL: PolicySettings = {
  approvalPolicy: 'ask-every-change',
  permissions: { save: 'allow', clear: 'deny', add: 'ask' },
  planMode: true,
};

let rig: ChatsRig;

beforeEach(async () => {
  rig = createChatsRig();
  rig.tabs.set('c', FRONT_TAB);
  await rig.db.chats.add(aChat({ binding: HERE, settings: { model: 'm' } }));
});

/** A new chat about the page in front; its id. */
async function openNewChat(chatId: string): Promise<{ chatId: string }> {
  const opened = await rig.chats.newChat(chatId, 1);
  if (opened.chatId === null) throw new Error(`The page in front is ${opened.page.state}.`);
  return opened;
}

const settings = async (chatId: string) => (await rig.chats.byId(chatId)).settings;
const audit = () => rig.db.audit.orderBy('[origin+sequence]').toArray();

describe('a policy set by the user', () => {
  it('applies to the chat from then on and leaves its other settings unchanged', async () => {
    await rig.chats.setPolicy('c', CAREFUL);
    expect(await settings('c')).toEqual({ ...newChatSettings(), model: 'm', ...CAREFUL });
  });

  it('adds an audit entry with a description and the complete policy', async () => {
    const changes = await rig.chats.setPolicy('c', CAREFUL);
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
    await rig.chats.setPolicy('c', CAREFUL);
    expect(await rig.chats.setPolicy('c', structuredClone(CAREFUL))).toEqual([]);
    expect(await audit()).toHaveLength(1);
  });

  it('is not applied if its entry can’t be written', async () => {
    rig.db.audit.hook('creating', () => {
      throw new Error('no room');
    });
    await expect(rig.chats.setPolicy('c', CAREFUL)).rejects.toMatchObject({ code: 'storage' });
    expect(policyOf(await settings('c'))).toEqual(policyOf(newChatSettings()));
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an unknown chat', async () => undefined, 'not-found'],
    ['a chat without a page', () => rig.db.chats.add(aChat({ id: 'gone' })), 'page-unknown'],
  ])('is refused for %s', async (_, arrange, code) => {
    await arrange();
    await expect(rig.chats.setPolicy('gone', CAREFUL)).rejects.toMatchObject({ code });
    expect(await audit()).toEqual([]);
  });

  it('and a simultaneous other setting are both applied', async () => {
    const limits = { contextWindowTokens: 8_192, tokenBudget: 500 };
    await Promise.all([
      rig.chats.setPolicy('c', CAREFUL),
      rig.chats.chooseModel('c', 'k', 'other'),
      rig.chats.setSettings('c', { parameters: { temperature: 1 }, streaming: false }),
      rig.chats.setSettings('c', limits),
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
    await rig.chats.setPolicy('c', CAREFUL);
    const before = await settings('c');
    const { chatId } = await openNewChat('c');
    await rig.chats.setSettings('c', SENDING);
    expect(await settings('c')).toEqual({ ...before, ...SENDING });
    const { toolMemory, cacheMode, toolResultAgeing, trimOldest } = newChatSettings();
    expect(await settings(chatId)).toMatchObject({ toolMemory, cacheMode, toolResultAgeing, trimOldest });
  });

  it('keep the other fields of a group', async () => {
    await rig.chats.setSettings('c', { toolMemory: { enabled: true }, parameters: { maxTokens: 9 } });
    await rig.chats.setSettings('c', {
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
    await rig.chats.setSettings('c', SENDING);
    const { chatId } = await openNewChat('c');
    expect(await settings(chatId)).toMatchObject(SENDING);
  });
});

describe('a new chat', () => {
  beforeEach(() => rig.chats.setPolicy('c', CAREFUL));

  it('about the same page copies the caution, but not the permissions granted in the chat before', async () => {
    const { chatId } = await openNewChat('c');
    expect(policyOf(await settings(chatId))).toEqual({
      ...CAREFUL,
      permissions: { clear: 'deny', add: 'ask' },
    });
  });

  it('about another page copies the caution, but no permission to act without approval', async () => {
    rig.front = THERE;
    const { chatId } = await rig.chats.attach(1);
    expect(await settings(chatId ?? '')).toEqual({
      ...newChatSettings(),
      model: 'm',
      ...CAREFUL,
      permissions: { clear: 'deny', add: 'ask' },
    });
  });

  it('is logged, and an existing chat that is attached again is not', async () => {
    await rig.chats.attach(1);
    expect(rig.logged).toEqual([]);
    const { chatId } = await openNewChat('c');
    expect(rig.logged).toEqual([
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
