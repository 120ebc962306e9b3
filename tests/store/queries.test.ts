import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { splitRequest } from '@/src/core/history/request-parts';
import { hasEnded } from '@/src/core/records/transition';
import type { Approval } from '@/src/schema/approval';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import type { SentRequest } from '@/src/schema/sent-request';
import type { ToolResult } from '@/src/schema/tool-result';
import type { StoredCheckpoint } from '@/src/store/db';
import {
  cacheRefusalOf,
  chatList,
  chatView,
  checkpointsOf,
  composerTextOf,
  connections,
  cutPromptOf,
  namedCheckpointsOf,
  sentRequest,
  sentRequestsOf,
  systemPromptOf,
  usageSince,
} from '@/src/store/queries';
import { aChat } from '../background/a-chat';
import { aCheckpoint } from '../core/checkpoints/a-checkpoint';
import { STATUSES } from '../core/loop/status-examples';
import { COUNTS, used } from '../core/usage/usage-examples';
import { copiedChat, HERE } from '../fakes/copied-chat';
import { aMessage } from './a-message';
import { aSentRequest } from './a-sent-request';
import { openWriter } from './open-writer';

const writer = openWriter();
const chatId = 'c';

function checkpoint(sequence: number, fields: Partial<Checkpoint>): Checkpoint {
  return aCheckpoint({ id: `k${sequence}`, sequence, ...fields });
}

describe('the view of a chat', () => {
  it('is null for a missing chat', async () => {
    expect(await chatView('nobody', null)).toBeNull();
  });

  it('contains the conversation in order, the run of its last user message, and the pending approval', async () => {
    await writer.chats.add(aChat({ id: chatId, title: 't' }));
    await writer.messages.bulkAdd([
      aMessage(2, { role: 'assistant', runId: 'r1', reasoning: '', toolCalls: [] }),
      aMessage(1, { runId: 'r1' }),
      aMessage(3, { runId: 'r2', discardedBy: 'rollback' }),
    ]);
    await writer.runs.bulkAdd([
      { id: 'r1', chatId, startedAtMs: 1, status: { state: 'processing' } },
      { id: 'r2', chatId, startedAtMs: 2, status: { state: 'processing' } },
    ] as Run[]);
    const view = await chatView(chatId, null);
    expect(view?.messages.map((entry) => entry.id)).toEqual(['m1', 'm2']);
    expect(view?.run?.id).toBe('r1');
    expect(view?.pendingApproval).toBeNull();
  });

  it.each<[RunStatus, string | null]>([
    [{ state: 'waiting-for-approval', approvalId: 'second' }, 'second'],
    [{ state: 'paused', before: { state: 'waiting-for-approval', approvalId: 'second' } }, null],
    [{ state: 'waiting-for-tools' }, null],
  ])(
    'has the approval request that the run waits for, not an earlier undecided one: %j',
    async (status, id) => {
      await writer.chats.add(copiedChat());
      await writer.messages.add(aMessage(1, { runId: 'r1' }));
      await writer.runs.add({ id: 'r1', chatId, status } as Run);
      const undecided = { chatId, runId: 'r1', state: 'pending' } as Approval;
      await writer.approvals.bulkAdd([
        { ...undecided, id: 'first', createdAtMs: 1 },
        { ...undecided, id: 'second', createdAtMs: 2 },
      ]);
      expect((await chatView(chatId, null))?.pendingApproval?.id ?? null).toBe(id);
    },
  );
});

describe('the list of checkpoints', () => {
  beforeEach(() => writer.chats.add(copiedChat()));

  it('shows those that belong to the conversation, newest first, and always the chat’s start', async () => {
    await writer.messages.bulkAdd([
      aMessage(1, { role: 'assistant' }),
      aMessage(2, { role: 'assistant', discardedBy: 'x' }),
      aMessage(3, { role: 'rollback', safetyCheckpointId: 'k3' }),
      aMessage(4, { role: 'rollback', safetyCheckpointId: 'k4', discardedBy: 'y' }),
    ]);
    await writer.checkpoints.bulkAdd([
      checkpoint(0, { reason: 'session-start' }),
      checkpoint(1, { messageId: 'm1' }),
      checkpoint(2, { messageId: 'm2' }),
      checkpoint(3, { reason: 'before-rollback' }),
      checkpoint(4, { reason: 'before-rollback' }),
    ]);
    const { entries, deletedCount } = await checkpointsOf(chatId);
    expect(entries.map((entry) => entry.id)).toEqual(['k3', 'k1', 'k0']);
    // Those that the list leaves out are still stored.
    expect(deletedCount).toBe(0);
  });

  it('names the user’s message that began their run, also one that was set aside', async () => {
    await writer.messages.bulkAdd([
      aMessage(1, { content: 'Hide previews', discardedBy: 's' }),
      aMessage(2, { role: 'assistant' }),
      aMessage(3, { content: 'And save', runId: 'r2' }),
    ]);
    await writer.checkpoints.bulkAdd([
      checkpoint(0, { reason: 'session-start' }),
      checkpoint(1, { messageId: 'm2', runId: 'r1' }),
    ]);
    const { entries } = await namedCheckpointsOf(chatId);
    expect(entries.map(({ request }) => request)).toEqual(['Hide previews', null]);
  });

  it('has the data of successful calls, by execution id', async () => {
    const call = (position: number, result: Partial<ToolResult>) =>
      aMessage(position, {
        role: 'tool',
        executionId: `e${position}`,
        result: { success: true, message: '', ...result },
      });
    await writer.messages.bulkAdd([
      aMessage(2, { role: 'assistant' }),
      call(3, { data: { a: 1 } }),
      call(4, {}),
      call(5, { success: false, data: { a: 2 } }),
    ]);
    await writer.checkpoints.add(checkpoint(2, { messageId: 'm2', position: 2 }));
    const { entries } = await namedCheckpointsOf(chatId);
    expect(entries.map(({ results }) => [...results])).toEqual([
      [
        ['e3', { a: 1 }],
        ['e4', {}],
      ],
    ]);
  });

  it('keeps those of another page apart, which can’t be restored on the chat’s page', async () => {
    await writer.messages.bulkAdd([aMessage(1, { role: 'assistant' }), aMessage(2, { role: 'assistant' })]);
    const page = { ...HERE, origin: 'http://there' };
    await writer.checkpoints.bulkAdd([
      checkpoint(0, { reason: 'session-start', page }),
      checkpoint(1, { messageId: 'm1', page }),
      checkpoint(2, { messageId: 'm2', page: { ...HERE, title: 'Renamed' } }),
    ]);
    const { entries, elsewhere } = await checkpointsOf(chatId);
    expect(entries.map(({ id }) => id)).toEqual(['k2']);
    expect(elsewhere.map(({ id }) => id)).toEqual(['k1', 'k0']);
  });

  it('shows those with a packed state, without unpacking it', async () => {
    const packed: StoredCheckpoint = {
      ...checkpoint(0, { reason: 'session-start' }),
      content: { kind: 'packed', deflated: new Uint8Array() },
    };
    await writer.checkpoints.add(packed);
    expect(await checkpointsOf(chatId)).toEqual({
      entries: [packed],
      elsewhere: [],
      deletedCount: 0,
    });
  });

  it.each<[string, number[], number]>([
    ['are none in a chat without checkpoints', [], 0],
    ['are the gap after the chat’s start', [0, 6, 7], 5],
    ['are all gaps', [0, 2, 5], 3],
  ])('the deleted ones %s', async (_, sequences, deletedCount) => {
    // Also of a chat that is gone.
    await writer.chats.clear();
    await writer.checkpoints.bulkAdd(sequences.map((sequence) => checkpoint(sequence, {})));
    expect(await checkpointsOf(chatId)).toMatchObject({ deletedCount });
  });
});

describe('the chats whose run is not over', () => {
  /** A chat with one message and its run. */
  async function addChat(id: string, status: RunStatus, updatedAtMs = 0) {
    const chat = aChat({ id, title: `About ${id}`, atMs: updatedAtMs, binding: HERE });
    await writer.chats.add(chat);
    await writer.messages.add({ ...aMessage(1, { runId: `r-${id}` }), id: `m-${id}`, chatId: id });
    await writer.runs.add({ id: `r-${id}`, chatId: id, status } as Run);
  }

  const ids = async () => (await chatList.unfinished()).map((chat) => chat.chatId);

  it.each(Object.entries(STATUSES))(
    'include a chat whose run is %s exactly if that is not over',
    async (_name, status) => {
      await addChat('a', status);
      expect(await ids()).toEqual(!hasEnded(status) ? ['a'] : []);
    },
  );

  it('have title, page and status: first those that wait for the user, then the newest', async () => {
    await addChat('old', { state: 'processing' }, 1);
    await addChat('new', { state: 'processing' }, 2);
    await addChat('asking', { state: 'waiting-for-user-input', reason: 'question' }, 0);
    expect(await ids()).toEqual(['asking', 'new', 'old']);
    expect((await chatList.unfinished())[0]).toEqual({
      chatId: 'asking',
      title: 'About asking',
      page: HERE,
      siteCount: 0,
      status: { state: 'waiting-for-user-input', reason: 'question' },
      updatedAtMs: 0,
    });
  });

  it('leave out a run that a rollback removed from the conversation', async () => {
    await addChat('a', { state: 'waiting-for-user-input', reason: 'question' });
    await writer.messages.update('m-a', { discardedBy: 'x' });
    expect(await ids()).toEqual([]);
  });
});

it('live queries are updated by writes of another connection', async () => {
  const seen: number[] = [];
  const subscription = liveQuery(connections).subscribe((rows) => seen.push(rows.length));
  await expect.poll(() => seen).toEqual([0]);
  await writer.connections.add({
    id: 'a',
    label: 'l',
    baseUrl: 'http://x/v1',
    hasKey: false,
    headerNames: [],
    createdAtMs: 0,
  });
  await expect.poll(() => seen).toEqual([0, 1]);
  subscription.unsubscribe();
});

describe('the sent requests of a chat', () => {
  const request = (atMs: number, ofChat: string): SentRequest => ({
    ...aSentRequest(atMs, ofChat, []),
    messages: [
      { role: 'system', content: 'You assist.' },
      { role: 'user', content: `Hi at ${atMs}.` },
    ],
    cacheMarks: [0],
    omissions: [{ what: 'messages', reason: 'local', count: 1, tools: [] }],
  });

  it('are listed newest first, and each can be read with its contents', async () => {
    for (const given of [request(1, 'c'), request(2, 'c'), request(3, 'other')]) {
      const { row, parts } = splitRequest(given);
      await writer.sentRequests.add(row);
      await writer.requestParts.bulkPut(parts);
    }
    expect((await sentRequestsOf(chatId)).map(({ id }) => id)).toEqual(['c-2', 'c-1']);
    expect(await sentRequest('c-1')).toEqual(request(1, 'c'));
    expect(await sentRequest('gone')).toBeNull();
    expect(await systemPromptOf(chatId, 'r')).toBe('You assist.');
    expect(await systemPromptOf(chatId, 'another run')).toBeNull();
  });
});

describe('the prompt that a model’s endpoint cut', () => {
  const read = { ...COUNTS, promptTokens: 1_024 };
  const cut = [3_650, 3_700].map((sentTokens, at) => used(at, read, { sentTokens, atMs: at }));
  /** Requests after the cut ones, which show nothing. */
  const later = (count: number) =>
    Array.from({ length: count }, (_, at) => used(10 + at, null, { atMs: 10 + at }));

  it.each([
    [98, true],
    [99, false],
  ])('is found with %d requests after those that show it: %s', async (count, isFound) => {
    await writer.usage.bulkAdd([...cut, ...later(count)]);
    expect((await cutPromptOf('k', 'm')) !== null).toBe(isFound);
  });

  it('is that of the model at the connection', async () => {
    await writer.usage.bulkAdd(cut);
    expect(await cutPromptOf('l', 'm')).toBeNull();
    expect(await cutPromptOf('k', 'n')).toBeNull();
  });
});

it('the refusal of cache marks is that of the connection and the model', async () => {
  const refusal = { connectionId: 'k', model: 'm', atMs: 1, reason: 'No.' };
  await writer.cacheRefusals.add(refusal);
  expect(await cacheRefusalOf('k', 'm')).toEqual(refusal);
  expect(await cacheRefusalOf('k', 'other')).toBeNull();
});

it('the text in the composer is that of the chat; of a chat without one, it is empty', async () => {
  await writer.composerTexts.add({ chatId, text: 'a draft', imageIds: [] });
  expect([await composerTextOf(chatId), await composerTextOf('other')]).toEqual(['a draft', '']);
});

describe('the usage since a time', () => {
  const prices = { input: 3e-6, output: 15e-6, cacheRead: null, cacheCreation: null };
  const row = (id: string, atMs: number, connectionId: string, model: string) =>
    used(0, COUNTS, { id, atMs, connectionId, model });

  it('has the requests of all connections and models from it on, with the user’s price or the endpoint’s', async () => {
    await writer.connections.add({
      ...{ id: 'k', label: '', baseUrl: 'http://home/v1', hasKey: false, headerNames: [], createdAtMs: 1 },
      prices: [{ model: 'b', input: 1, output: 2 }],
    });
    await writer.modelLists.add({
      connectionId: 'k',
      models: ['a', 'b'].map((id) => ({ id, ownedBy: null, prices })),
    });
    const { connectionId: _, ...ofOlderVersion } = used(0, COUNTS, { id: 'older', atMs: 9 });
    await writer.usage.bulkAdd([
      row('early', 4, 'k', 'a'),
      row('a', 5, 'k', 'a'),
      row('b', 7, 'k', 'b'),
      row('late', 9, 'k', 'b'),
      row('gone', 6, 'another', 'a'),
      { ...row('copied', 6, 'k', 'a'), isCopied: true },
      ofOlderVersion,
    ]);
    const found = await usageSince(5);
    const entered = { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null, isEntered: true };
    expect(found.map(({ id, prices: own }) => [id, own])).toEqual([
      ['gone', null],
      ['a', prices],
      ['b', entered],
      ['late', entered],
    ]);
  });

  it('is empty without requests', async () => {
    expect(await usageSince(0)).toEqual([]);
  });
});
