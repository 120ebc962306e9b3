import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { usageMethods } from '@/src/background/storage/journal-usage';
import { createDatabase } from '@/src/store/upgrades';
import { aChat } from '../a-chat';

const db = createDatabase('journal-usage');

afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete();
  await db.open();
});

const sent = (atMs: number, texts: readonly string[]) => ({
  id: `c-${atMs}`,
  chatId: 'c',
  runId: 'r',
  kind: 'response' as const,
  messageId: 'a',
  atMs,
  model: 'm',
  prompt: { parts: [], problems: [] },
  messages: texts.map((content) => ({ role: 'user' as const, content })),
  tools: [],
  cacheMarks: [],
  omissions: [],
  snapshot: null,
  tokens: { systemPrompt: 0, tools: 0, messages: 0, total: 0 },
});

const storedTexts = async () =>
  (await db.requestParts.toArray()).map(({ content }) => Object(content).content).sort();

it('the parts of the last request are stored once, and again if they were deleted since', async () => {
  await db.chats.add(aChat({ id: 'c' }));
  const { keepSent } = usageMethods(db);
  await keepSent(sent(1, ['one', 'two']));
  const looked = vi.spyOn(db.requestParts, 'where');
  const added = vi.spyOn(db.requestParts, 'bulkPut');
  await keepSent(sent(2, ['one', 'two', 'three']));
  expect(looked).not.toHaveBeenCalled();
  expect(added.mock.calls.map(([parts]) => parts.length)).toEqual([1]);
  await db.requestParts.clear();
  await keepSent(sent(3, ['one', 'two', 'three']));
  expect(await storedTexts()).toEqual(['one', 'three', 'two']);
});

it('the parts of a request that is dropped at once, since the clock was set back, are stored with the next one', async () => {
  await db.chats.add(aChat({ id: 'c' }));
  const { keepSent } = usageMethods(db);
  for (let atMs = 101; atMs <= 120; atMs += 1) await keepSent(sent(atMs, ['one']));
  await keepSent(sent(50, ['one', 'late']));
  await keepSent(sent(130, ['one', 'late']));
  expect(await storedTexts()).toEqual(['late', 'one']);
});
