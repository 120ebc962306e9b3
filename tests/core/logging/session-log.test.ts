import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { callStates } from '@/src/core/logging/call-states';
import { sessionZip } from '@/src/panel/log/data/session-log-section';
import { sessionRecord } from '@/src/store/session-record';
import { calls, createLoopHarness, fails, says } from '../../fakes/loop-harness';

const KEPT = { hasDryRuns: true, settings: { keepsSessionLog: true } };

async function recordOf(h: Awaited<ReturnType<typeof createLoopHarness>>) {
  const record = await sessionRecord(h.db, h.chatId);
  if (record === null) throw new Error('no chat');
  return record;
}

/** The files of a chat's zip, by name. */
async function filesOf(h: Awaited<ReturnType<typeof createLoopHarness>>) {
  const files = unzipSync(await sessionZip(await recordOf(h), Date.UTC(2026, 0, 2, 3, 4, 5)));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('the payloads of a chat', () => {
  it('are kept in the order in which they were sent and received, if its chat log is on', async () => {
    const h = await createLoopHarness([calls(['count_notes', {}]), says('One note.')], KEPT);
    await h.send('Count');
    const { payloads } = await recordOf(h);
    expect(payloads.map(({ direction }) => direction)).toEqual(['sent', 'received', 'sent', 'received']);
    expect(payloads[0]?.data).toMatchObject({ model: 'm', messages: expect.any(Array) });
    expect(payloads[3]?.data).toMatchObject({ content: 'One note.' });
  });

  it('are not kept by default', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await h.send('Hello');
    expect((await recordOf(h)).payloads).toEqual([]);
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
    const { payloads } = await recordOf(h);
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
    expect(h.logged.some(({ topic }) => topic === 'session_log.write')).toBe(true);
  });
});

describe('the export of a session', () => {
  it('is one zip with the timeline, the calls, and a file for each set of changes', async () => {
    const script = [
      calls(['add_note', { text: 'eggs' }]),
      calls(['add_note', { text: 'flour' }], ['add_note', { text: 'milk' }]),
      says('Added.'),
    ];
    const h = await createLoopHarness(script, KEPT);
    await h.send('Add eggs and flour');
    const files = await filesOf(h);
    const changes = [...files.keys()].filter((name) => name.startsWith('changes/'));
    expect([...files.keys()].slice(0, 2)).toEqual([
      'comms_20260102T030405Z.jsonl',
      'toolcalls_20260102T030405Z.md',
    ]);
    expect(changes).toHaveLength(2);
    const lines = (files.get('comms_20260102T030405Z.jsonl') ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).direction)).toEqual(
      Array(3).fill(['sent', 'received']).flat(),
    );
    expect(JSON.parse(files.get(changes[1] ?? '') ?? '{}')).toMatchObject({
      decision: 'allowed by the policy',
      calls: [
        {
          tool: 'add_note',
          result: { success: true },
          before: { state: { notes: ['milk', 'eggs'] } },
          after: { state: { notes: ['milk', 'eggs', 'flour'] } },
        },
        { result: { success: false }, after: null },
      ],
    });
  });

  it('has the page before and after each write in the record of calls', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')], KEPT);
    await h.send('Add eggs');
    const text = (await filesOf(h)).get('toolcalls_20260102T030405Z.md') ?? '';
    expect(text).toMatch(
      /Page before \(state ` [0-9a-f]{64} `\):[\s\S]*"milk"[\s\S]*Page after[\s\S]*"eggs"/,
    );
  });

  it('names the user’s decision', async () => {
    const h = await createLoopHarness([calls(['publish', {}]), says('Published.')], KEPT);
    await h.send('Publish');
    await h.decide('approve');
    await h.settled();
    const [change] = [...(await filesOf(h))].filter(([name]) => name.startsWith('changes/'));
    expect(JSON.parse(change?.[1] ?? '{}')).toMatchObject({
      decision: 'decided',
      calls: [{ tool: 'publish' }],
    });
  });
});

it('a state of which only the hash is known is named by it', () => {
  const state = { notes: [] };
  const write = { before: { stateHash: 'lost' }, afterState: state };
  const execution = { id: 'x', write, leftStateHash: hashJson(state) } as unknown as Parameters<
    typeof callStates
  >[0][0];
  expect(callStates([execution], new Map()).get('x')).toEqual({
    before: { stateHash: 'lost', state: null },
    after: { stateHash: hashJson(state), state },
  });
});
