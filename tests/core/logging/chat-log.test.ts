import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { jsonLines, type LogLine, WHOLE_LOG } from '@/src/core/logging/log-lines';
import { recordedCalls } from '@/src/core/logging/recorded-calls';
import { toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { createLogReader } from '@/src/store/log-reader';
import { storedCalls } from '@/src/store/stored-calls';
import { calls, createLoopHarness, fails, says } from '../../fakes/loop-harness';

const KEPT = { hasDryRuns: true, settings: { keepsSessionLog: true } };

async function payloadsOf(h: Awaited<ReturnType<typeof createLoopHarness>>) {
  return h.db.payloads.where('chatId').equals(h.chatId).sortBy('id');
}

/** The lines of a chat's log of this kind, as its export has them. */
async function exported(h: Awaited<ReturnType<typeof createLoopHarness>>, kind: LogLine['kind']) {
  const text = jsonLines(await createLogReader(h.db).lines({ ...WHOLE_LOG, chatId: h.chatId }));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter((line) => line.kind === kind);
}

describe('the payloads of a chat', () => {
  it('are kept in the order in which they were sent and received, if its chat log is on', async () => {
    const h = await createLoopHarness([calls(['count_notes', {}]), says('One note.')], KEPT);
    await h.send('Count');
    const payloads = await payloadsOf(h);
    expect(payloads.map(({ direction }) => direction)).toEqual(['sent', 'received', 'sent', 'received']);
    expect(payloads[0]?.data).toMatchObject({ model: 'm', messages: expect.any(Array) });
    expect(payloads[3]?.data).toMatchObject({ content: 'One note.' });
  });

  it('are not kept by default', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await h.send('Hello');
    expect(await payloadsOf(h)).toEqual([]);
  });

  it('contain failures, large texts whole, and no key', async () => {
    const key = 'sk-very-secret-0123456789';
    const long = 'long '.repeat(60_000);
    const h = await createLoopHarness([says(`${key} ${long}`), fails('auth')], KEPT);
    h.deps.endpoints.endpointOf = async () => ({
      connectionId: 'k',
      endpoint: { baseUrl: 'http://model.test', key, headers: {} },
      model: 'm',
    });
    await h.send(`My key is ${key}`);
    await h.send('Again');
    const payloads = await payloadsOf(h);
    expect(JSON.stringify(payloads)).not.toContain(key);
    expect(String(payloads[1]?.data.content)).toHaveLength(
      long.length + String(payloads[1]?.data.content).indexOf('long'),
    );
    expect(payloads[3]?.data).toMatchObject({ error: { code: 'auth' } });
  });

  it('don’t fail a request that they can’t be stored for', async () => {
    const h = await createLoopHarness([says('Hello.')], KEPT);
    h.db.payloads.hook('creating', () => {
      throw new Error('disk full');
    });
    const { run } = await h.send('Hello');
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(h.logged.some(({ topic }) => topic === 'chat_log.write')).toBe(true);
  });
});

describe('the export of a chat’s log', () => {
  it('has what was sent and received, and every call with the page before and after it', async () => {
    const script = [
      calls(['add_note', { text: 'eggs' }]),
      calls(['add_note', { text: 'flour' }], ['add_note', { text: 'milk' }]),
      says('Added.'),
    ];
    const h = await createLoopHarness(script, KEPT);
    await h.send('Add eggs and flour');
    expect((await exported(h, 'payload')).map(({ topic }) => topic)).toEqual(
      Array(3).fill(['llm.request', 'llm.response']).flat(),
    );
    expect(await exported(h, 'call')).toMatchObject([
      { tool: 'add_note', arguments: '{"text":"eggs"}' },
      {
        tool: 'add_note',
        approval: null,
        isSetAside: false,
        result: { success: true },
        before: { state: { notes: ['milk', 'eggs'] } },
        after: { state: { notes: ['milk', 'eggs', 'flour'] } },
      },
      { result: { success: false }, after: null },
    ]);
    expect((await exported(h, 'change')).map(({ subject }) => subject)).toContain('add_note');
  });

  it('has calls and changes of a chat whose payloads are not kept', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')], {
      hasDryRuns: true,
    });
    await h.send('Add eggs');
    expect(await exported(h, 'payload')).toEqual([]);
    expect(await exported(h, 'call')).toMatchObject([{ tool: 'add_note', result: { success: true } }]);
  });

  it('names the user’s decision', async () => {
    const h = await createLoopHarness([calls(['publish', {}]), says('Published.')], KEPT);
    await h.send('Publish');
    await h.decide('approve');
    await h.settled();
    expect(await exported(h, 'call')).toMatchObject([
      {
        tool: 'publish',
        approval: 'decided',
        decision: { verdict: 'approved' },
        decidedAtMs: expect.any(Number),
      },
    ]);
  });
});

it('the record of calls has the page before and after each write', async () => {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')], KEPT);
  await h.send('Add eggs');
  const stored = await storedCalls(h.db, h.chatId);
  if (stored === null) throw new Error('no chat');
  expect(toolCallsMarkdown(stored, 0)).toMatch(
    /Page before \(state ` [0-9a-f]{64} `\):[\s\S]*"milk"[\s\S]*Page after[\s\S]*"eggs"/,
  );
});

it('a state of which only the hash is known is named by it', () => {
  const state = { notes: [] };
  const write = { before: { stateHash: 'lost' }, afterState: state };
  const execution = { id: 'x', write, leftStateHash: hashJson(state) };
  const message = {
    role: 'assistant',
    discardedBy: null,
    toolCalls: [{ executionId: 'x', name: 'n', argumentsText: '{}' }],
  };
  const stored = { messages: [message], approvals: [], executions: [execution], states: new Map() };
  expect(recordedCalls(stored as unknown as Parameters<typeof recordedCalls>[0])).toMatchObject([
    { before: { stateHash: 'lost', state: null }, after: { stateHash: hashJson(state), state } },
  ]);
});
