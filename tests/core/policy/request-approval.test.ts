import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { dryRunDigest } from '@/src/core/policy/approval-request';
import { withoutDecisions } from '@/src/core/policy/request-approval';
import type { Approval } from '@/src/core/records/approval';
import { choice, createGateRig } from './gate-rig';

const { signal } = new AbortController();

const add = (text: string): [string, unknown] => ['add_note', { text }];
const PUBLISH: [string, unknown] = ['publish', {}];
const IMPORT: [string, unknown] = ['import_notes', { notes: ['bun', 'cod'] }];
const FIND: [string, unknown] = ['find_note', { text: 'ale' }];

/** The calls of a question by their ids; those that don’t ask stand behind a minus. */
const shown = ({ calls }: Approval) =>
  calls.map(({ executionId, isAsked }) => `${isAsked ? '' : '-'}${executionId}`);

const planned = ({ preview }: Approval) => preview.dryRun.calls.map(({ executionId }) => executionId);

describe('a question', () => {
  it('is about what its own response asks, whatever other responses of the chat are', async () => {
    const rig = createGateRig([IMPORT, add('bun'), PUBLISH]);
    const [response] = rig.record.messages;
    if (response?.role !== 'assistant') throw new Error('there is no response');
    rig.record.messages.unshift({ ...response, id: 'plan', plan: true });
    expect(shown(await rig.ask(0))).toEqual(['e0', '-e1', 'e2']);
  });

  it('is a row with all that the user should know', async () => {
    const rig = createGateRig([IMPORT]);
    const asked = await rig.ask(0);
    const hash = hashJson({ notes: ['ale'] });
    const preview = {
      summary: 'ale → ale bun cod, published ',
      effects: [],
      unchanged: null,
      differences: [
        { kind: 'added' as const, text: 'bun' },
        { kind: 'added' as const, text: 'cod' },
      ],
      notes: [],
    };
    const row = (id: string) => ({ id, kind: 'added' as const, text: id, note: null, isLeftOut: false });
    const dryRun = {
      calls: [
        {
          kind: 'change' as const,
          executionId: 'e0',
          args: { notes: ['bun', 'cod'] },
          preview,
          rows: [row('bun'), row('cod')],
          step: { notes: ['bun', 'cod'] },
          stateHashBefore: hash,
          savedHashBefore: hashJson([]),
          after: {
            stateHash: hashJson({ notes: ['ale', 'bun', 'cod'] }),
            savedHash: hashJson([]),
          },
        },
      ],
      net: preview,
    };
    expect(asked).toEqual({
      id: expect.any(String),
      chatId: 'c',
      runId: 'r',
      messageId: 'm',
      calls: [
        {
          executionId: 'e0',
          tool: 'import_notes',
          label: 'import_notes(["bun","cod"])',
          question: 'Run import_notes(["bun","cod"])?',
          args: { notes: ['bun', 'cod'] },
          isAsked: true,
          decision: null,
          shown: null,
        },
      ],
      askedOn: { notes: ['ale'] },
      preview: {
        atMs: 1_000,
        stateHash: hash,
        dryRun,
        since: [],
        sinceBy: [],
        digest: dryRunDigest(hash, dryRun),
      },
      createdAtMs: 1_000,
      state: 'pending',
      decidedAtMs: null,
    });
  });

  it.each<[string, [string, unknown][], string[]]>([
    ['all calls up to the last that asks', [PUBLISH, add('bun'), IMPORT, add('dip')], ['e0', '-e1', 'e2']],
    ['not those that only look', [PUBLISH, FIND, IMPORT], ['e0', 'e2']],
    ['not those that are forbidden', [PUBLISH, ['burn_notes', {}], IMPORT], ['e0', 'e2']],
    ['not those that can’t be run', [PUBLISH, add(1 as never), ['nonsense', {}], IMPORT], ['e0', 'e3']],
    ['one call', [PUBLISH, add('bun')], ['e0']],
  ])('is about %s', async (_what, made, expected) => {
    const asked = await createGateRig(made).ask(0);
    expect(shown(asked)).toEqual(expected);
    expect(planned(asked)).toEqual(expected.map((id) => id.replace('-', '')));
  });

  it('about a plan asks about all of it, whatever the policy says', async () => {
    const settings = { permissions: { publish: 'allow' as const } };
    const rig = createGateRig([add('bun'), FIND, PUBLISH], { settings, isPlan: true });
    expect(shown(await rig.ask(0))).toEqual(['e0', 'e2']);
  });

  it('leaves out the last call of an answer that was cut off', async () => {
    const rig = createGateRig([PUBLISH, IMPORT], { finishReason: 'length' });
    expect(shown(await rig.ask(0))).toEqual(['e0']);
  });

  it('is not about what came before it', async () => {
    const rig = createGateRig([add('bun'), PUBLISH]);
    rig.done(0, ({ notes }) => notes.push('bun'));
    expect(shown(await rig.ask(1))).toEqual(['e1']);
  });

  it('asks in the tool’s own words', async () => {
    const { fuzzAdapter } = await import('../../fuzz/loop/fuzz-adapter');
    const tools = fuzzAdapter.tools.map((tool) =>
      tool.name === 'publish' ? { ...tool, question: 'Publish the notes?' } : tool,
    );
    const adapters = { definitionOf: () => ({ ...fuzzAdapter, tools }) };
    const asked = await createGateRig([PUBLISH], { deps: { adapters } }).ask(0);
    expect(asked.calls[0]?.question).toBe('Publish the notes?');
  });

  it('is asked even if the page no longer goes live by the time it is planned', async () => {
    const rig = createGateRig([add('bun')], { notes: ['dip'] });
    // Looked at twice: by the gate, and for the question.
    const { notes } = rig.page;
    rig.afterNextReading(() => notes.splice(0, 1, 'ale'));
    expect(shown(await rig.ask(0))).toEqual(['e0']);
  });
});

describe('a question that is asked anew', () => {
  it('is about what is still open', async () => {
    const rig = createGateRig([IMPORT, add('dip'), PUBLISH]);
    const first = await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.pass(5);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    const again = await rig.ask(2);
    expect(again).toMatchObject({
      id: first.id,
      createdAtMs: first.createdAtMs,
      askedOn: { notes: ['ale', 'bun', 'cod', 'dip'] },
      preview: { atMs: 1_005, since: [] },
    });
    expect(shown(again)).toEqual(['e0', '-e1', 'e2']);
    expect(planned(again)).toEqual(['e2']);
  });

  it.each<[string, object, string[]]>([
    ['asks before every change', { approvalPolicy: 'ask-every-change' }, ['e0', 'e1', 'e2', 'e4']],
    ['asks about a call between', { permissions: { add_note: 'ask' } }, ['e0', 'e1', 'e2', 'e4']],
    ['lets a call run', { permissions: { import_notes: 'allow' } }, ['e0']],
    [
      'lets all calls run, which the run waits for',
      { permissions: { import_notes: 'allow', publish: 'allow' } },
      ['e0', '-e1', 'e2'],
    ],
    ['forbids the first', { permissions: { publish: 'deny' } }, ['-e0', '-e1', 'e2']],
    ['forbids all that ask', { permissions: { publish: 'deny', import_notes: 'deny' } }, ['e0', '-e1', 'e2']],
    [
      'lets the one that is there run, and asks about one that was forbidden',
      { permissions: { burn_notes: 'ask' } },
      ['e0', '-e1', 'e2', 'e3'],
    ],
  ])('where the policy now %s', async (_what, settings, expected) => {
    const rig = createGateRig([PUBLISH, add('bun'), IMPORT, ['burn_notes', {}], add('dip')]);
    await rig.ask(0);
    rig.setPolicy(settings);
    rig.page.notes.push('cod');
    const renewed = await rig.gate.renew(rig.record, rig.question, signal);
    if (renewed === null) throw new Error('nothing changed');
    expect(shown(renewed)).toEqual(expected);
    expect(planned(renewed)).toEqual(expected.map((id) => id.replace('-', '')));
  });

  it.each<[string, (rig: ReturnType<typeof createGateRig>) => void]>([
    ['the user asks for it', (rig) => rig.setPolicy({ approvalPolicy: 'ask-every-change' })],
    ['the page goes live by what ran before', ({ page }) => page.notes.push('dip')],
  ])('takes in a call behind it if %s', async (_what, change) => {
    const rig = createGateRig([PUBLISH, add('bun'), add('cod')]);
    const first = await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.done(0, () => change(rig));
    const again = await rig.ask(1);
    expect(again).toMatchObject({ id: first.id, state: 'pending', decidedAtMs: null });
    expect(shown(again)).toEqual(['e0', 'e1', 'e2']);
    expect(planned(again)).toEqual(['e1', 'e2']);
    await rig.decide([choice(1), choice(2, { verdict: 'reject' })]);
    expect(rig.question.state).toBe('decided');
    expect(await rig.check(1)).toMatchObject({ by: 'user' });
  });

  it('tells what somebody else changed since it was first asked, however often that is', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    for (const note of ['bun', 'cod']) {
      rig.page.notes.push(note);
      const renewed = await rig.gate.renew(rig.record, rig.question, signal);
      if (renewed === null) throw new Error('nothing changed');
      rig.question = renewed;
    }
    expect(rig.question.preview.since).toEqual([
      { kind: 'added', text: 'bun' },
      { kind: 'added', text: 'cod' },
    ]);
  });
});

it('a question on a page that is as it was is as it was', async () => {
  const rig = createGateRig([PUBLISH]);
  await rig.ask(0);
  rig.pass(1_000);
  expect(await rig.gate.renew(rig.record, rig.question, signal)).toBeNull();
});

it('what no longer holds is undecided again, but not what was done or refused', async () => {
  const rig = createGateRig([PUBLISH, IMPORT, PUBLISH]);
  await rig.ask(0);
  await rig.decide([choice(0), choice(1, { verdict: 'reject' }), choice(2)]);
  const { calls } = withoutDecisions(rig.question, new Set(['e0']));
  expect(calls.map(({ decision }) => decision?.verdict ?? null)).toEqual(['approved', 'rejected', null]);
});
