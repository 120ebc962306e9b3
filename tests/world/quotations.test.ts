// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '@/src/schema/message';
import { writeBackup } from '@/src/store/backup';
import { exportedChat } from '@/src/store/chat-export';
import { searchChatIds } from '@/src/store/chat-search';
import { modelFilterState } from '../fakes/model-filter-page';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { streamOfResponse } from './wire-in-memory';

const WINDOW_ID = 1;
const PART = { mention: '@quote:q1', text: 'Retired zebra models', page: 'Status · http://status.example' };
const OWN_WORDS = 'About this: @quote:q1';

let steward: StewardInMemory;
afterEach(() => steward.close());

/** A chat whose first message quotes a page, and has its answer. */
async function start(): Promise<void> {
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: () => streamOfResponse({ text: 'Done.', calls: [] }),
    hasTitle: false,
  });
  await steward.db.chats.update(steward.chatId, { quotations: [PART] });
  await steward.say(OWN_WORDS);
}

async function messagesOf(chatId: string): Promise<Message[]> {
  const all = await steward.db.messages.filter((row) => row.chatId === chatId).sortBy('position');
  return all.filter(({ discardedBy }) => discardedBy === null);
}

async function idOf(role: 'user' | 'assistant'): Promise<string> {
  const found = (await messagesOf(steward.chatId)).find((message) => message.role === role);
  return found?.id ?? expect.fail(`no ${role}`);
}

async function branchAt(role: 'user' | 'assistant'): Promise<string> {
  const { chatId } = steward;
  return (await steward.command({ type: 'branch-chat', chatId, messageId: await idOf(role) })).chatId;
}

/** Sends a message or an answer again. */
async function again(kind: 'edit' | 'retry', text: { text?: string }): Promise<string> {
  const { chatId } = steward;
  const messageId = await idOf(kind === 'edit' ? 'user' : 'assistant');
  const preview = await steward.command({ type: 'preview-reversal', chatId, target: { kind, messageId } });
  const { stateHash, position } = preview ?? expect.fail('no preview');
  const target = { kind, messageId, strategy: null, ...text };
  await steward.command({ type: 'reverse', chatId, target, shown: { stateHash, position } });
  await steward.settled();
  return chatId;
}

const part = (text: string) => ({ text, index: 0, isLast: true });

/** The ways in which a chat with a quotation is stored, copied or sent again; each resolves with the chat's id. */
const WAYS: Readonly<Record<string, () => Promise<string>>> = {
  async 'a backup that is restored'() {
    const text = (await writeBackup(steward.db, 1)).join('');
    await steward.command({ type: 'delete-all-data' });
    await steward.command({ type: 'restore-backup', keepsPrompts: null, ...part(text) });
    await steward.command({ type: 'restore-backup', keepsPrompts: true, ...part(text) });
    return steward.chatId;
  },
  async 'an export that is imported'() {
    const text = JSON.stringify(await exportedChat(steward.db, steward.chatId, 1));
    const imported = await steward.command({
      ...{ type: 'import-chat', windowId: WINDOW_ID, chosen: [] },
      ...part(text),
    });
    return imported !== null && 'chatId' in imported ? imported.chatId : expect.fail('no chat');
  },
  'a branch after the answer': () => branchAt('assistant'),
  async 'a branch before the message'() {
    const chatId = await branchAt('user');
    const { text } = (await steward.db.composerTexts.get(chatId)) ?? expect.fail('no text');
    await steward.say(text, chatId);
    return chatId;
  },
  'an edit of the message': () => again('edit', { text: `Shorter. ${OWN_WORDS}` }),
  'another answer': () => again('retry', {}),
};

describe('a quotation survives', () => {
  it.each(Object.keys(WAYS))('%s', async (name) => {
    await start();
    const chatId = (await WAYS[name]?.()) ?? expect.fail(name);
    const sent = (await messagesOf(chatId)).flatMap((message) => (message.role === 'user' ? [message] : []));
    expect(sent).toMatchObject([{ content: expect.stringContaining('@quote:q1'), parts: [PART] }]);
    expect(sent[0]?.content).not.toContain(PART.text);
    expect(await searchChatIds(steward.db, 'zebra', 5)).toMatchObject({
      chatIds: expect.arrayContaining([chatId]),
    });
  });

  it.each(Object.keys(WAYS).filter((name) => !/backup|export/.test(name)))(
    '%s, and is sent as a block of the page',
    async (name) => {
      await start();
      const chatId = (await WAYS[name]?.()) ?? expect.fail(name);
      await steward.say('Go on.', chatId);
      const { messages } = JSON.parse(steward.wire.sent.at(-1)?.body ?? '{}');
      const first = messages.find(({ role }: { role: string }) => role === 'user');
      const text = JSON.stringify(first.content);
      expect(text).toContain(PART.text);
      expect(text).toContain(PART.page);
      expect(text.indexOf('@quote:q1')).toBeGreaterThan(-1);
    },
  );
});
