import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import type { AssistantMessage, UserMessage } from '@/src/schema/message';
import { searchChatIds } from '@/src/store/chat-search';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';

let db: StewardDatabase;

beforeEach(async () => {
  db = createDatabase('journal-words');
  await db.chats.add(aChat({ title: 'Model filter' }));
});

afterEach(() => db.delete());

const journal = () => createJournal(db, { now: () => 5 });
const isFound = async (text: string) => (await searchChatIds(db, text, 5)).chatIds.length === 1;

const BASE = { chatId: 'c', runId: 'r', createdAtMs: 1, discardedBy: null };
const said: UserMessage = {
  ...BASE,
  id: 'u',
  position: 0,
  role: 'user',
  content: 'Hide previews',
  changes: [],
  nonce: 'n',
};
const answer: AssistantMessage = {
  ...BASE,
  id: 'a',
  position: 1,
  role: 'assistant',
  content: 'Two are hidden',
  reasoning: 'secretly',
  reasoningMs: 0,
  toolCalls: [
    { executionId: 'e', modelCallId: 'm', name: 'add_ignore_rule', argumentsText: '{"pattern":"*vision*"}' },
  ],
  finishReason: 'tool_calls',
  model: 'm',
  seenStateHash: null,
};

async function begin(): Promise<void> {
  await journal().beginRun({
    run: storedRun({ state: 'processing' }),
    message: said,
    context: {},
    at: { page: 'p', document: 'd', sequence: 0 },
    chat: {},
    title: { title: 'Hide previews', titleSource: 'first-message' },
    taken: { message: null, events: [] },
  });
}

describe('a chat is found by', () => {
  it.each(['previews', 'hidden', 'ignore', 'vision'])('the word %s of its messages', async (word) => {
    await begin();
    expect(await isFound(word)).toBe(['previews'].includes(word));
    await journal().storeResponse({ message: answer, executions: [], usage: null, run: {}, replaced: null });
    expect(await isFound(word)).toBe(true);
  });

  it('its title until that is replaced, and not by what is only shown', async () => {
    await begin();
    await journal().setTitle('c', { title: 'Vision models', titleSource: 'user' });
    expect(await isFound('vision')).toBe(true);
    await journal().setTitle('c', { title: 'Others', titleSource: 'user' });
    expect(await isFound('vision')).toBe(false);
    expect(await isFound('previews')).toBe(true);
    expect(await isFound('secretly')).toBe(false);
  });

  it('a generated title and a summary, also as the user corrected it', async () => {
    await begin();
    const base = { chatId: 'c', runId: null, createdAtMs: 2, discardedBy: null };
    const usage = { id: 'x', chatId: 'c', runId: null, messageId: 's', atMs: 3, model: 'm' } as const;
    await journal().storeSide({
      chatId: 'c',
      covers: null,
      after: 1,
      messages: [
        { ...base, id: 't', role: 'title', content: 'Zebra rules', model: 'm' },
        { ...base, id: 's', role: 'summary', content: 'About giraffes', model: 'm', state: 'draft' },
      ],
      usage: { ...usage, kind: 'title', counts: null, raw: null },
      title: 'Zebra rules',
    });
    expect(await isFound('zebra')).toBe(true);
    expect(await isFound('giraffes')).toBe(true);
    const changes = { content: 'About okapis' };
    await journal().changeSummary({
      summaryId: 's',
      from: 'draft',
      changes,
      setAside: [],
      accounting: null,
    });
    expect(await isFound('okapis')).toBe(true);
  });
});
