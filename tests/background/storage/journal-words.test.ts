import { beforeEach, describe, expect, it } from 'vitest';
import { searchChatIds } from '@/src/store/chat-search';
import type { StewardDatabase } from '@/src/store/db';
import { assistantMessage, summaryMessage, userMessage } from '../../panel/stored-messages';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { overDexie, type Rig, titled } from './journal-rig';

let db: StewardDatabase;
let rig: Rig;

beforeEach(async () => {
  db = ownDatabase();
  rig = overDexie(db, { now: () => 5 });
  await db.chats.add(aChat({ title: 'Model filter' }));
  await rig.begin({ message: userMessage({ content: 'Hide previews' }) });
});

const isFound = async (text: string) => (await searchChatIds(db, text, 5)).chatIds.length === 1;

describe('a chat is found by', () => {
  it('the words and calls of its messages, once they are stored, and not by its reasoning', async () => {
    const words = ['previews', 'hidden', 'ignore', 'vision', 'secretly'];
    expect(await Promise.all(words.map(isFound))).toEqual([true, false, false, false, false]);
    const call = { name: 'add_ignore_rule', argumentsText: '{"pattern":"*vision*"}' };
    const message = assistantMessage({
      position: 1,
      content: 'Two are hidden',
      reasoning: 'secretly',
      toolCalls: [{ executionId: 'e', modelCallId: 'm', ...call }],
    });
    await rig.respond({ message });
    expect(await Promise.all(words.map(isFound))).toEqual([true, true, true, true, false]);
  });

  it('its title until that is replaced', async () => {
    await rig.journal.setTitle('c', { title: 'Vision models', titleSource: 'user' });
    expect(await isFound('vision')).toBe(true);
    await rig.journal.setTitle('c', { title: 'Others', titleSource: 'user' });
    expect([await isFound('vision'), await isFound('previews')]).toEqual([false, true]);
  });

  it('a generated title and a summary, also as the user corrected it', async () => {
    const { messages, ...title } = titled('t', 1, 'Zebra rules');
    const summary = summaryMessage({ content: 'About giraffes' });
    await rig.journal.storeSide({ ...title, messages: [...messages, summary] });
    expect([await isFound('zebra'), await isFound('giraffes')]).toEqual([true, true]);
    const changes = { content: 'About okapis' };
    const change = { summaryId: 's', from: 'draft', changes, setAside: [], accounting: null } as const;
    await rig.journal.changeSummary(change);
    expect(await isFound('okapis')).toBe(true);
  });
});
