import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChatCopies, createChatCopies } from '@/src/background/panel-server/chat-copies';
import type { PageInFront } from '@/src/background/panel-server/chats';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import { createJournal } from '@/src/background/storage/journal';
import { type Chat, newChat, newChatSettings, type PageBinding } from '@/src/core/records/chat';
import type { Checkpoint } from '@/src/core/records/checkpoint';
import type { Message } from '@/src/core/records/message';
import type { Execution } from '@/src/core/records/run';
import type { TokenUsageEntry } from '@/src/core/records/token-usage';
import { type ChatExport, exportedChat } from '@/src/store/chat-export';
import { searchChatIds } from '@/src/store/chat-search';
import { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { ended, storedRun } from '../../panel/stored-run';

const HERE: PageBinding = { adapterId: 'x', origin: 'http://here', instanceId: 'i', title: 'Model filter' };

let db: StewardDatabase;
let copies: ChatCopies;
let front: PageInFront | null;
let taken: Partial<Checkpoint>[];
let tabs: Map<string, number>;

beforeEach(async () => {
  db = new StewardDatabase('chat-copies');
  front = { binding: HERE, tabId: 5 };
  taken = [];
  tabs = new Map([['c', 5]]);
  let made = 0;
  const ids = { newId: () => `new-${++made}` };
  const clock = { now: () => 900 };
  const bindings = {
    tabOf: async (chatId: string) => tabs.get(chatId) ?? null,
    bind: async (chatId: string, tabId: number) => void tabs.set(chatId, tabId),
  };
  const reading = { context: { now: true }, stateHash: 'h-now' };
  const open = createOpenChat({
    db,
    page: { readContext: async () => reading as never },
    bindings,
    adapters: { definitionOf: () => ({ restorableState: () => ({}) }) as never },
    checkpoints: { take: async (checkpoint: Partial<Checkpoint>) => void taken.push(checkpoint) } as never,
    observer: {
      observe: async () => ({ reading, place: { page: 'p', document: 'd', sequence: 0 } }),
    } as never,
    logger: createMemoryLogger('info').logger,
    clock,
    ids,
  });
  copies = createChatCopies({
    db,
    journal: createJournal(db, clock),
    bindings,
    open,
    pageInFront: async () => front,
    ids,
  });
  await db.chats.add(chat());
  await db.messages.bulkAdd(MESSAGES);
  await db.runs.bulkAdd([
    storedRun(ended('completed'), { id: 'r1', startedAtMs: 1, endedAtMs: 2, contextText: 'the page' }),
    storedRun(ended('error'), {
      id: 'r2',
      startedAtMs: 3,
      endedAtMs: 4,
      error: { code: 'network', message: 'm', remedy: 'r', details: null },
    }),
  ]);
  await db.executions.bulkAdd([execution('e1', 'a1'), execution('e2', 'a1')]);
  await db.usage.add(usage);
});

afterEach(() => db.delete());

function chat(): Chat {
  const settings = newChatSettings();
  return newChat({
    id: 'c',
    title: 'Hide previews',
    atMs: 1,
    binding: HERE,
    settings: {
      ...settings,
      connectionId: 'connection',
      model: 'gpt',
      approvalPolicy: 'ask-every-change',
      permissions: { save_changes: 'allow', clear_all: 'deny' },
      prompt: { ...settings.prompt, overrides: { 'core:rules': 'Be brief.' } },
    },
    lastStateHash: 'h-old',
  });
}

const row = (id: string, position: number, runId: string | null, fields: object): Message =>
  ({ id, chatId: 'c', runId, position, createdAtMs: position, discardedBy: null, ...fields }) as Message;
const call = (executionId: string) => ({
  executionId,
  modelCallId: 'call_0',
  name: 'add_rule',
  argumentsText: '{}',
});
const said = (content: string) => ({ role: 'user', content, changes: [], nonce: 'n' });
const answered = (content: string, ...calls: string[]) => ({
  role: 'assistant',
  content,
  reasoning: '',
  reasoningMs: 0,
  toolCalls: calls.map(call),
  finishReason: 'stop',
  model: 'gpt',
  seenStateHash: null,
});
const result = (executionId: string) => ({
  role: 'tool',
  executionId,
  modelCallId: 'call_0',
  name: 'add_rule',
  result: { success: true, message: 'Done.', data: { __proto__: null, hidden: 3 } },
  durationMs: 4,
  pageUpdate: null,
});
const tokens = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheCreationTokens: 0 };

const COUNTS = { promptTokens: 1, completionTokens: 2, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };

const MESSAGES: Message[] = [
  row('u1', 0, 'r1', said('Hide the previews')),
  row('a1', 1, 'r1', answered('', 'e1', 'e2')),
  row('t1', 2, 'r1', result('e1')),
  row('t2', 3, 'r1', result('e2')),
  row('a2', 4, 'r1', answered('They are hidden.')),
  row('gone', 5, 'r2', { ...said('Never mind'), discardedBy: 'back' }),
  row('acc', 6, null, {
    role: 'accounting',
    reason: 'Rolled back',
    cumulativeTokens: tokens,
    discardedMessages: 1,
  }),
  row('back', 7, null, {
    role: 'rollback',
    kind: 'rollback',
    checkpointId: 'k1',
    safetyCheckpointId: 'k2',
    description: 'Before add_rule',
    stateHash: 'h',
    discardedMessages: 1,
    savedNote: '',
    savedSince: { executionId: 'e1', savedHash: 's' },
  }),
  row('sum', 8, null, { role: 'summary', content: 'Previews are hidden.', model: 'gpt', state: 'boundary' }),
  row('u2', 9, 'r2', said('And the audio ones')),
];

function execution(id: string, messageId: string): Execution {
  return {
    id,
    chatId: 'c',
    runId: 'r1',
    messageId,
    index: id === 'e1' ? 0 : 1,
    name: 'add_rule',
    effect: 'write',
    state: 'done',
    receivedAtMs: 1,
    startedAtMs: 2,
    write: { page: 'p' } as never,
    leftStateHash: 'h2',
  };
}

const usage: TokenUsageEntry = {
  id: 'usage',
  chatId: 'c',
  runId: 'r1',
  kind: 'response',
  messageId: 'a1',
  position: 1,
  atMs: 1,
  model: 'gpt',
  counts: COUNTS,
  raw: { prompt_tokens: 1 },
};

const copied = async (chatId: string) =>
  db.messages.where('[chatId+position]').between([chatId, -Infinity], [chatId, Infinity]).toArray();
const roles = async (chatId: string) => (await copied(chatId)).map(({ role }) => role);

describe('a branch', () => {
  it.each([
    ['a1', ['user', 'assistant', 'tool', 'tool'], null, 'stopped'],
    ['a2', ['user', 'assistant', 'tool', 'tool', 'assistant'], null, 'completed'],
    ['u2', ['user', 'assistant', 'tool', 'tool', 'assistant', 'summary'], 'And the audio ones', 'completed'],
    ['u1', [], 'Hide the previews', null],
  ])('from %s has %j', async (messageId, expected, composerText, outcome) => {
    const branch = await copies.branch('c', messageId);
    expect(await roles(branch.chatId)).toEqual(expected);
    expect((await db.composerTexts.get(branch.chatId))?.text ?? null).toBe(composerText);
    const { run } = await createJournal(db, { now: () => 0 }).load(branch.chatId);
    expect(run?.status ?? null).toEqual(outcome === null ? null : ended(outcome as 'completed'));
    expect(run?.error ?? null).toBeNull();
  });

  it('has ids of its own, and each result belongs to its call', async () => {
    const { chatId } = await copies.branch('c', 'a2');
    const messages = await copied(chatId);
    const before = new Set(MESSAGES.map(({ id }) => id));
    expect(messages.filter(({ id, runId }) => before.has(id) || runId === 'r1')).toEqual([]);
    const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
    const results = messages.flatMap((message) => (message.role === 'tool' ? message.executionId : []));
    expect(calls.map(({ executionId }) => executionId)).toEqual(results);
    expect((await db.executions.where('chatId').equals(chatId).toArray()).map(({ id }) => id)).toEqual(
      results,
    );
    expect(
      await db.messages
        .where('id')
        .anyOf([...before])
        .count(),
    ).toBe(before.size);
  });

  it('shares nothing: settings of its own without permissions of the other chat, and no tokens', async () => {
    const { chatId } = await copies.branch('c', 'a2');
    const made = await db.chats.get(chatId);
    expect(made?.settings).toEqual({ ...chat().settings, permissions: { clear_all: 'deny' } });
    expect(made).toMatchObject({ title: 'Branch of Hide previews', binding: HERE, pendingMessage: null });
    await db.chats.update(chatId, { 'settings.model': 'other' });
    expect((await db.chats.get('c'))?.settings.model).toBe('gpt');
    expect((await db.usage.toArray()).map((entry) => entry.chatId)).toEqual(['c']);
  });

  it('starts with the page as it is, after the copied messages, and can undo nothing of the other chat', async () => {
    const { chatId } = await copies.branch('c', 'a2');
    expect(taken).toMatchObject([{ chatId, reason: 'session-start', position: 5, stateHash: 'h-now' }]);
    expect(await db.contexts.get(chatId)).toMatchObject({ context: { now: true } });
    const executions = await db.executions.where('chatId').equals(chatId).toArray();
    expect(executions.map(({ write, leftStateHash }) => [write, leftStateHash])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(tabs.get(chatId)).toBe(5);
  });

  it('is made although its page is closed', async () => {
    tabs.clear();
    const { chatId } = await copies.branch('c', 'a2');
    expect((await db.chats.get(chatId))?.binding).toEqual(HERE);
    expect(taken).toEqual([]);
  });

  it.each(['nothing', 'gone', 'acc', 't1'])('from %s is refused', async (messageId) => {
    await expect(copies.branch('c', messageId)).rejects.toMatchObject({ code: 'not-found' });
  });
});

async function exported(): Promise<ChatExport> {
  const found = await exportedChat(db, 'c', 7);
  if (found === null) throw new Error('The chat is missing.');
  return found;
}

const importText = (found: object) => copies.importChat(JSON.stringify(found), 1);

describe('an imported chat', () => {
  it('has the same record with ids of its own, and is found by its words', async () => {
    const { chatId } = await importText(await exported());
    const renewed = await copied(chatId);
    const plain = (messages: readonly Message[]) =>
      messages.map(({ role, position, createdAtMs }) => ({ role, position, createdAtMs }));
    expect(plain(renewed)).toEqual(plain(MESSAGES));
    expect(renewed.find(({ position }) => position === 5)?.discardedBy).toBe(renewed[7]?.id);
    const used = await db.usage
      .where('[chatId+atMs]')
      .between([chatId, -Infinity], [chatId, Infinity])
      .toArray();
    expect(used).toMatchObject([{ counts: COUNTS, raw: { prompt_tokens: 1 }, messageId: renewed[1]?.id }]);
    expect((await searchChatIds(db, 'audio', 5)).chatIds).toEqual([chatId]);
    expect(await db.chats.count()).toBe(2);
  });

  it('of an unfinished chat is stopped', async () => {
    await db.runs.update('r2', { status: { state: 'waiting-for-approval', approvalId: 'a' } });
    const { chatId } = await importText(await exported());
    const { run } = await createJournal(db, { now: () => 0 }).load(chatId);
    expect(run?.status).toEqual(ended('stopped'));
  });

  it('can be exported and imported again without a difference', async () => {
    const first = await exported();
    const { chatId } = await importText(first);
    const second = await exportedChat(db, chatId, 7);
    const shape = (found: ChatExport | null) =>
      JSON.parse(JSON.stringify(found), (key, value) =>
        /^(id|\w+Id|discardedBy|savedSince|updatedAtMs|createdAtMs|approvalPolicy)$/.test(key) ? null : value,
      );
    expect(shape(second)).toEqual(shape(first));
  });

  it.each([
    ['its own page', { binding: HERE, tabId: 5 }, HERE],
    ['another page', { binding: { ...HERE, instanceId: 'j' }, tabId: 5 }, null],
    ['no page', null, null],
  ])('with %s in front is about that page only if it is its own', async (_, page, expected) => {
    front = page;
    const { chatId } = await importText(await exported());
    expect((await db.chats.get(chatId))?.binding).toEqual(expected);
    expect(tabs.get(chatId)).toBe(expected === null ? undefined : 5);
  });

  it('brings no permission, no connection and nothing that acts on a page', async () => {
    const { chatId } = await importText(await exported());
    const settings = (await db.chats.get(chatId))?.settings;
    expect(settings).toMatchObject({
      approvalPolicy: 'default',
      permissions: {},
      connectionId: null,
      model: 'gpt',
    });
    const back = (await copied(chatId)).find(({ role }) => role === 'rollback');
    expect(back).toMatchObject({ savedSince: null });
  });

  it.each<[string, (found: ChatExport) => object, string]>([
    [
      'a message with an unknown role',
      (found) => ({ ...found, messages: [{ ...MESSAGES[0], role: 'admin' }] }),
      'damaged',
    ],
    ['an unknown field', (found) => ({ ...found, key: 'sk-1' }), 'damaged'],
    [
      'two messages at one place',
      (found) => ({ ...found, messages: [MESSAGES[0], { ...MESSAGES[1], position: 0 }] }),
      'damaged',
    ],
    ['a run that is missing', (found) => ({ ...found, runs: [] }), 'damaged'],
    ['a later version', (found) => ({ ...found, version: 2 }), 'another version'],
    ['another format', (found) => ({ ...found, format: 'x' }), 'not an exported chat'],
  ])('with %s is refused, and leaves nothing', async (_, change, text) => {
    await expect(importText(change(await exported()))).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringContaining(text),
    });
    expect(await db.chats.count()).toBe(1);
  });

  it.each([
    ['not JSON', '{', 'not JSON'],
    ['nested very deeply', '['.repeat(5_000) + ']'.repeat(5_000), 'nested too deeply'],
    ['a list', '[]', 'not an exported chat'],
  ])('that is %s is refused', async (_, text, message) => {
    await expect(copies.importChat(text, 1)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });
});

it('an exported chat names no connection, no permission and no page’s state', async () => {
  const text = JSON.stringify(await exported());
  for (const secret of ['"connection"', 'save_changes', 'the page"', 'h2'])
    expect(text).not.toContain(secret);
});
