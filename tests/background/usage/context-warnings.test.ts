import { describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { createContextWarnings } from '@/src/background/usage/context-warnings';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { answered, used } from '../../core/usage/usage-examples';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

/** A chat whose answers use this many tokens each; null for unknown. */
async function createChat(settings: Partial<ChatSettings>, listed: ModelInfo | null) {
  const db = ownDatabase();
  const log = createMemoryLogger('warning');
  const asked: string[][] = [];
  const warnings = createContextWarnings({
    db,
    journal: createJournal(db, { now: () => 0 }),
    async modelInfo(connectionId, model) {
      asked.push([connectionId, model]);
      return listed;
    },
    logger: log.logger,
  });
  await db.chats.add(aChat({ title: 'Chat', settings: { connectionId: 'k', model: 'm', ...settings } }));
  let position = 0;
  async function answer(tokens: number | null) {
    position += 1;
    const counts = {
      promptTokens: tokens ?? 0,
      completionTokens: 0,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
    };
    await db.messages.add(answered(position));
    await db.usage.add(used(position, tokens === null ? null : counts));
    const source = { chatId: 'c', runId: 'r', attempt: 1 };
    warnings.emit(source, { type: 'response-ended', messageId: `m${position}`, stored: true });
    // The check has read the chat, the answer and, for a warning, everything else.
    await db.transaction('r', db.tables, async () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { db, answer, entries: log.entries, asked, warnings };
}

describe('the log', () => {
  it('has one warning for each time the window fills to 90 %, with the figures', async () => {
    const { answer, entries } = await createChat({ contextWindowTokens: 1_000 }, null);
    const counted: number[] = [];
    for (const tokens of [500, 899, 900, 950, 999, 300, 920]) {
      await answer(tokens);
      counted.push(entries.length);
    }
    expect(counted).toEqual([0, 0, 1, 1, 1, 1, 2]);
    expect(entries[0]).toEqual({
      level: 'warning',
      topic: 'chat.context',
      message: 'The context window of a chat is at least 90 % full.',
      chatId: 'c',
      data: { usedTokens: 900, sizeTokens: 1_000 },
    });
  });

  it('uses the size that the endpoint gave, unless the user entered one', async () => {
    const model = { id: 'm', ownedBy: null, contextTokens: 1_000 };
    const plain = await createChat({}, model);
    await plain.answer(950);
    expect(plain.entries).toHaveLength(1);
    expect(plain.asked).toEqual([['k', 'm']]);
    const larger = await createChat({ contextWindowTokens: 2_000 }, model);
    await larger.answer(950);
    expect(larger.entries).toEqual([]);
  });

  it.each([
    ['without a known size', null, 5_000],
    ['without a token count', { id: 'm', ownedBy: null, contextTokens: 1_000 }, null],
  ])('has no warning %s', async (_, listed, tokens) => {
    const { answer, entries } = await createChat({}, listed);
    await answer(tokens);
    expect(entries).toEqual([]);
  });

  it('has no warning for an answer that was dropped, or a chat that was deleted meanwhile', async () => {
    const { db, answer, entries, warnings } = await createChat({ contextWindowTokens: 1_000 }, null);
    const source = { chatId: 'c', runId: 'r', attempt: 1 };
    warnings.emit(source, { type: 'response-ended', messageId: 'dropped', stored: false });
    await db.chats.clear();
    await answer(950);
    expect(entries).toEqual([]);
  });

  it('says that the window can’t be checked if the database fails', async () => {
    const { db, entries, warnings } = await createChat({ contextWindowTokens: 1_000 }, null);
    db.close();
    const source = { chatId: 'c', runId: 'r', attempt: 1 };
    warnings.emit(source, { type: 'response-ended', messageId: 'm1', stored: true });
    await expect.poll(() => entries.map(({ level }) => level)).toEqual(['error']);
  });
});
