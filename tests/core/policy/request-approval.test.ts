import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { dryRunDigest } from '@/src/core/policy/approval-request';
import { withoutDecisions } from '@/src/core/policy/request-approval';
import type { Approval } from '@/src/schema/approval';
import { say } from '@/src/schema/values/said';
import { fuzzAdapter } from '../../fuzz/loop/fuzz-adapter';
import {
  add,
  type Call,
  choice,
  createGateRig,
  decidedRig,
  type GateRig,
  IMPORT,
  PUBLISH,
  signal,
} from './gate-rig';

const FIND: Call = ['find_note', { text: 'ale' }];

/** The ids of an approval request’s calls; a minus marks those that need no approval. */
const shown = ({ calls }: Approval) =>
  calls.map(({ executionId, isAsked }) => `${isAsked ? '' : '-'}${executionId}`);

const dryRunIds = ({ preview }: Approval) => preview.dryRun.calls.map(({ executionId }) => executionId);

describe('an approval request', () => {
  it('contains only calls of its own response', async () => {
    const rig = createGateRig([IMPORT, add('bun'), PUBLISH]);
    const [response] = rig.record.messages;
    if (response?.role !== 'assistant') throw new Error('there is no response');
    rig.record.messages.unshift({ ...response, id: 'plan', plan: true });
    expect(shown(await rig.ask(0))).toEqual(['e0', '-e1', 'e2']);
  });

  it('has everything that the user needs to decide', async () => {
    const rig = createGateRig([IMPORT]);
    const requested = await rig.ask(0);
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
    const savedHash = hashJson([]);
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
          savedHashBefore: savedHash,
          after: { stateHash: hashJson({ notes: ['ale', 'bun', 'cod'] }), savedHash },
        },
      ],
      net: preview,
    };
    expect(requested).toEqual({
      id: expect.any(String),
      chatId: 'c',
      runId: 'r',
      messageId: 'm',
      calls: [
        {
          executionId: 'e0',
          tool: 'import_notes',
          label: 'import_notes(["bun","cod"])',
          question: say('said.approval.run', { call: 'import_notes(["bun","cod"])' }),
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

  it.each<[string, Call[], string[]]>([
    [
      'all calls up to the last that needs approval',
      [PUBLISH, add('bun'), IMPORT, add('dip')],
      ['e0', '-e1', 'e2'],
    ],
    ['no calls that only read', [PUBLISH, FIND, IMPORT], ['e0', 'e2']],
    ['no forbidden calls', [PUBLISH, ['burn_notes', {}], IMPORT], ['e0', 'e2']],
    ['no invalid calls', [PUBLISH, add(1 as never), ['nonsense', {}], IMPORT], ['e0', 'e3']],
    ['one call', [PUBLISH, add('bun')], ['e0']],
  ])('contains %s', async (_what, made, expected) => {
    const requested = await createGateRig(made).ask(0);
    expect(shown(requested)).toEqual(expected);
    expect(dryRunIds(requested)).toEqual(expected.map((id) => id.replace('-', '')));
  });

  it('for a plan needs approval for all calls, whatever the policy', async () => {
    const settings = { permissions: { publish: 'allow' as const } };
    const rig = createGateRig([add('bun'), FIND, PUBLISH], { settings, isPlan: true });
    expect(shown(await rig.ask(0))).toEqual(['e0', 'e2']);
  });

  it('leaves out the last call of a response that was cut off', async () => {
    const rig = createGateRig([PUBLISH, IMPORT], { finishReason: 'length' });
    expect(shown(await rig.ask(0))).toEqual(['e0']);
  });

  it('leaves out calls before the one that needs approval', async () => {
    const rig = createGateRig([add('bun'), PUBLISH]);
    rig.done(0, ({ notes }) => notes.push('bun'));
    expect(shown(await rig.ask(1))).toEqual(['e1']);
  });

  it('uses the tool’s own question', async () => {
    const tools = fuzzAdapter.tools.map((tool) =>
      tool.name === 'publish' ? { ...tool, question: 'Publish the notes?' } : tool,
    );
    const adapters = { definitionOf: () => ({ ...fuzzAdapter, tools }) };
    const requested = await createGateRig([PUBLISH], { deps: { adapters } }).ask(0);
    expect(requested.calls[0]?.question).toBe('Publish the notes?');
  });

  it('is made even if the page no longer goes live at the time of the dry run', async () => {
    const rig = createGateRig([add('bun')], { notes: ['dip'] });
    // Read twice: by the gate, and for the approval request.
    const { notes } = rig.page;
    rig.afterNextReading(() => notes.splice(0, 1, 'ale'));
    expect(shown(await rig.ask(0))).toEqual(['e0']);
  });
});

describe('a renewed approval request', () => {
  async function renew(rig: GateRig): Promise<void> {
    const renewed = await rig.gate.renew(rig.record, rig.approval, signal);
    if (renewed === null) throw new Error('nothing changed');
    rig.approval = renewed;
  }

  it('contains the undecided calls', async () => {
    const rig = await decidedRig([IMPORT, add('dip'), PUBLISH], [choice(0)]);
    const first = rig.approval;
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
    expect(dryRunIds(again)).toEqual(['e2']);
  });

  it.each<[string, object, string[]]>([
    ['requires approval for every change', { approvalPolicy: 'ask-every-change' }, ['e0', 'e1', 'e2', 'e4']],
    ['requires approval for a call between', { permissions: { add_note: 'ask' } }, ['e0', 'e1', 'e2', 'e4']],
    ['lets a call run', { permissions: { import_notes: 'allow' } }, ['e0']],
    [
      'allows all calls, while the run waits for them',
      { permissions: { import_notes: 'allow', publish: 'allow' } },
      ['e0', '-e1', 'e2'],
    ],
    ['forbids the first', { permissions: { publish: 'deny' } }, ['-e0', '-e1', 'e2']],
    [
      'forbids all that needed approval',
      { permissions: { publish: 'deny', import_notes: 'deny' } },
      ['e0', '-e1', 'e2'],
    ],
    [
      'allows the requested one, and requires approval for one that was forbidden',
      { permissions: { burn_notes: 'ask' } },
      ['e0', '-e1', 'e2', 'e3'],
    ],
  ])('follows a policy that now %s', async (_what, settings, expected) => {
    const rig = createGateRig([PUBLISH, add('bun'), IMPORT, ['burn_notes', {}], add('dip')]);
    await rig.ask(0);
    rig.setPolicy(settings);
    rig.page.notes.push('cod');
    await renew(rig);
    expect(shown(rig.approval)).toEqual(expected);
    expect(dryRunIds(rig.approval)).toEqual(expected.map((id) => id.replace('-', '')));
  });

  it.each<[string, (rig: GateRig) => unknown]>([
    ['the user’s policy requires approval', (rig) => rig.setPolicy({ approvalPolicy: 'ask-every-change' })],
    ['the page goes live by an earlier call', ({ page }) => page.notes.push('dip')],
  ])('includes a later call if %s', async (_what, change) => {
    const rig = await decidedRig([PUBLISH, add('bun'), add('cod')], [choice(0)]);
    const first = rig.approval;
    rig.done(0, () => change(rig));
    const again = await rig.ask(1);
    expect(again).toMatchObject({ id: first.id, state: 'pending', decidedAtMs: null });
    expect(shown(again)).toEqual(['e0', 'e1', 'e2']);
    expect(dryRunIds(again)).toEqual(['e1', 'e2']);
    await rig.decide([choice(1), choice(2, { verdict: 'reject' })]);
    expect(rig.approval.state).toBe('decided');
    expect(await rig.check(1)).toMatchObject({ by: 'user' });
  });

  it('lists the changes by others since the first request, however often it is renewed', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    for (const note of ['bun', 'cod']) {
      rig.page.notes.push(note);
      await renew(rig);
    }
    expect(rig.approval.preview.since).toEqual([
      { kind: 'added', text: 'bun' },
      { kind: 'added', text: 'cod' },
    ]);
  });
});

it('renewing on an unchanged page changes nothing', async () => {
  const rig = createGateRig([PUBLISH]);
  await rig.ask(0);
  rig.pass(1_000);
  expect(await rig.gate.renew(rig.record, rig.approval, signal)).toBeNull();
});

it('withoutDecisions resets approvals, but not calls with a result or rejected calls', async () => {
  const rig = await decidedRig(
    [PUBLISH, IMPORT, PUBLISH],
    [choice(0), choice(1, { verdict: 'reject' }), choice(2)],
  );
  const { calls } = withoutDecisions(rig.approval, new Set(['e0']));
  expect(calls).toMatchObject([
    { decision: { verdict: 'approved' }, shown: {} },
    { decision: { verdict: 'rejected' } },
    { decision: null, shown: null },
  ]);
});
