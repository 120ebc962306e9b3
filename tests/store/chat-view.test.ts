import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { type ChatView, chatMessages, chatView } from '@/src/store/queries';
import { aChat } from '../background/a-chat';
import { aMessage } from './a-message';
import { openWriter } from './open-writer';

const writer = openWriter();
const chatId = 'c';

/** Questions at even positions, answers at odd ones; each answer has a call. */
function turns(number: number): Message[] {
  return Array.from({ length: number }, (_, index) => [
    aMessage(2 * index, {}),
    aMessage(2 * index + 1, {
      role: 'assistant',
      toolCalls: [{ executionId: `e${2 * index + 1}` }],
    } as never),
  ]).flat();
}

async function store(messages: readonly Message[]): Promise<void> {
  await writer.chats.add(aChat({ id: chatId, title: 't' }));
  await writer.messages.bulkAdd([...messages, aMessage(0, { id: 'other', chatId: 'd' })]);
  await writer.runs.add({ id: 'r1', chatId, startedAtMs: 0, status: { state: 'processing' } } as Run);
}

async function shown(start: ChatView['start'] | null): Promise<ChatView> {
  const view = await chatView(chatId, start);
  if (view === null) throw new Error('There is no chat.');
  return view;
}

const positions = ({ messages }: Pick<ChatView, 'messages'>) => [
  messages[0]?.position,
  messages.at(-1)?.position,
  messages.length,
];

describe('the view of a long chat', () => {
  it('has the newest batch of it, with the calls of that, and the messages that figures depend on', async () => {
    const summary = aMessage(3.5, { role: 'summary', state: 'boundary', runId: null } as never);
    await store([...turns(500), summary, aMessage(4.5, { role: 'rollback' })]);
    await writer.executions.bulkAdd([3, 999].map((position) => ({ id: `e${position}`, chatId })) as never[]);
    const view = await shown(null);
    expect(positions(view)).toEqual([960, 999, 40]);
    expect(view.executions.map(({ id }) => id)).toEqual(['e999']);
    expect(view).toMatchObject({ hasEarlier: true, opensWithPrompt: false, run: { id: 'r1' } });
    const { user, response, summaries, rollbacks, system, accounting } = view.landmarks;
    expect([user?.position, response?.position, summaries.length, rollbacks.length]).toEqual([
      998, 999, 1, 1,
    ]);
    expect([system, accounting]).toEqual([null, null]);
  });

  it('keeps its start while answers are added, and begins with the newest batch again after a message of the user', async () => {
    await store(turns(100));
    const first = await shown(null);
    await writer.messages.bulkAdd([300, 301].map((position) => aMessage(position, { role: 'assistant' })));
    const second = await shown(first.start);
    expect(positions(second)).toEqual([160, 301, 42]);
    await writer.messages.add(aMessage(302, {}));
    expect(positions(await shown(second.start))).toEqual([162, 302, 41]);
  });

  it('leaves out what was set aside, however much that is', async () => {
    const aside = Array.from({ length: 300 }, (_, index) => aMessage(100 + index, { discardedBy: 'x' }));
    await store([...turns(10), ...aside]);
    const view = await shown(null);
    expect(positions(view)).toEqual([0, 19, 20]);
    expect(view).toMatchObject({ hasEarlier: false, opensWithPrompt: true });
  });

  it('opens with the system prompt if the messages before it end with an accepted summary', async () => {
    const boundary = aMessage(159.5, { role: 'summary', state: 'boundary', runId: null } as never);
    await store([...turns(100), boundary]);
    expect(await shown(null)).toMatchObject({ opensWithPrompt: true, hasEarlier: true });
  });

  it('has the run of the newest message of one, also if the batch has only other rows', async () => {
    const titles = Array.from({ length: 80 }, (_, index) =>
      aMessage(100 + index, { role: 'title', runId: null }),
    );
    await store([aMessage(1, {}), ...titles]);
    expect((await shown(null)).run?.id).toBe('r1');
  });
});

it('the view of a chat that is one batch has what is found in its index', async () => {
  const role = fc.constantFrom(
    'user',
    'assistant',
    'tool',
    'system',
    'summary',
    'rollback',
    'accounting',
    'title',
  );
  const row = fc.record({
    role,
    discardedBy: fc.constantFrom(null, null, 'x'),
    runId: fc.constantFrom('r1', null),
    plan: fc.boolean(),
    state: fc.constantFrom('boundary', 'draft'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 50 }), async (rows) => {
      await Promise.all([writer.chats.clear(), writer.messages.clear(), writer.runs.clear()]);
      await store(rows.map((fields, index) => aMessage(index, fields as never)));
      const { start, ...inMemory } = await shown(null);
      expect(start.isWhole).toBe(true);
      const { start: _, ...byIndex } = await shown({ ...start, isWhole: false });
      expect(inMemory).toEqual(byIndex);
    }),
    { numRuns: 60 },
  );
});

describe('the batches of a long chat', () => {
  it('follow one another without gaps to its start, and back', async () => {
    await store(turns(100));
    const starts: number[] = [];
    for (let end: number | null = Infinity; end !== null; ) {
      const start: number | null = await chatMessages.startOfBatchBefore(chatId, end);
      if (start !== null) starts.unshift(start);
      end = start;
    }
    expect(starts).toEqual([0, 40, 80, 120, 160]);
    expect(positions(await chatMessages.between(chatId, 40, 80))).toEqual([40, 79, 40]);
    expect(await chatMessages.endOfBatchFrom(chatId, 80)).toBe(120);
    expect(await chatMessages.endOfBatchFrom(chatId, 190)).toBe(Infinity);
  });

  it('say whether others are before them', async () => {
    await store(turns(100));
    expect(await chatMessages.between(chatId, 0, 40)).toMatchObject({
      hasEarlier: false,
      opensWithPrompt: true,
    });
    expect(await chatMessages.between(chatId, 40, 80)).toMatchObject({
      hasEarlier: true,
      opensWithPrompt: false,
    });
  });
});

it('the user’s newest messages are in order', async () => {
  await store([...turns(10), aMessage(30, { discardedBy: 'x' })]);
  const texts = await chatMessages.userMessages(chatId, 3);
  expect(texts.map(({ position }) => position)).toEqual([14, 16, 18]);
});

describe('the runs that got no answer', () => {
  const run = (id: string, outcome: string, code: string | null, of = chatId) =>
    ({
      id,
      chatId: of,
      startedAtMs: 0,
      status: { state: 'waiting-for-system-input', outcome },
      error: code === null ? null : { code },
    }) as Run;

  it('are those of the shown messages that failed or were stopped, whatever ran since', async () => {
    await store(['a', 'b', 'd', 'r1'].map((runId, position) => aMessage(position, { runId })));
    await writer.runs.bulkAdd([
      run('a', 'error', 'auth'),
      run('b', 'stopped', null),
      run('d', 'completed', null),
      run('e', 'error', 'network'),
      run('f', 'error', 'network', 'd'),
    ]);
    const expected = [
      { runId: 'a', error: 'auth' },
      { runId: 'b', error: null },
    ];
    expect((await shown(null)).unanswered).toEqual(expected);
    expect((await chatMessages.between(chatId, 1, 3)).unanswered).toEqual(expected.slice(1));
  });
});
