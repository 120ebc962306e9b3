import { describe, expect, it } from 'vitest';
import { stepEffect } from '@/src/core/records/write-token';
import type { ApprovalCall, CallDecision } from '@/src/schema/approval';
import { add, choice, createGateRig, IMPORT, PUBLISH } from './gate-rig';

describe('a call that was approved', () => {
  it('runs with the model’s arguments and a token based on the approval', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    const { decision } = rig.approval.calls[0] ?? {};
    expect(await rig.check(0)).toMatchObject({
      kind: 'allowed',
      by: 'user',
      args: {},
      token: {
        basis: 'approval',
        effectHash: stepEffect('publish', {}),
        expected: { document: 'd', stateHash: rig.hash() },
      },
      approvedCall: { decision },
    });
  });

  it('runs with the edited arguments, without the rows that were left out', async () => {
    const rig = createGateRig([IMPORT]);
    await rig.ask(0);
    await rig.decide([choice(0, { args: { notes: ['cod', 'dip'] }, leftOut: ['dip'] })]);
    expect(await rig.check(0)).toMatchObject({
      by: 'user',
      args: { notes: ['cod'] },
      token: { effectHash: stepEffect('import_notes', { notes: ['cod'] }) },
      approvedCall: { decision: { isEdited: true, args: { notes: ['cod'] } } },
    });
  });

  it('runs after the calls before it, on the page that they left', async () => {
    const rig = createGateRig([IMPORT, add('dip'), PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(2)]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    expect(await rig.check(2)).toMatchObject({
      by: 'user',
      reading: { context: { notes: { length: 4 } } },
    });
  });

  it('needs approval again if the page changed since, with the changes', async () => {
    const rig = createGateRig([PUBLISH]);
    const requested = await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.page.notes.push('bun');
    const answer = await rig.check(0);
    expect(answer).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: {
        id: requested.id,
        state: 'pending',
        decidedAtMs: null,
        calls: [{ decision: null }],
        preview: { stateHash: rig.hash(), since: [{ kind: 'added', text: 'bun' }] },
      },
    });
  });

  it('needs approval again if the calls before it left another page than the dry run predicted', async () => {
    const rig = createGateRig([IMPORT, PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    rig.done(0, ({ notes }) => notes.push('bun'));
    expect(await rig.check(1)).toMatchObject({
      kind: 'ask',
      isNew: false,
      // Steward's own changes are not reported.
      approval: {
        calls: [{ decision: { verdict: 'approved' } }, { decision: null }],
        preview: { since: [] },
      },
    });
  });

  it('needs approval again even if the policy allows it by now', async () => {
    const rig = createGateRig([IMPORT]);
    await rig.ask(0);
    await rig.decide([choice(0, { args: { notes: ['cod'] } })]);
    rig.page.notes.push('bun');
    rig.setPolicy({ permissions: { import_notes: 'allow' } });
    expect(await rig.check(0)).toMatchObject({ kind: 'ask', approval: { calls: [{ isAsked: true }] } });
  });

  it('needs approval again if it failed in the preview and would have an effect now', async () => {
    const rig = createGateRig([IMPORT, ['remove_note', { text: 'dip' }]], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    expect(rig.approval.calls[1]).toMatchObject({
      decision: { verdict: 'approved' },
      shown: { effectHash: null },
    });
    rig.done(0, ({ notes }) => notes.push('dip'));
    expect(await rig.check(1)).toMatchObject({ kind: 'ask', isNew: false });
  });

  it('needs approval again if it failed in the preview and would have an effect now in the same state of the page', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    const shown = { ...rig.shownNow(), effectHash: null };
    rig.approval = { ...rig.approval, calls: rig.approval.calls.map((call) => ({ ...call, shown })) };
    expect(await rig.check(0)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: { calls: [{ decision: null, shown: null }] },
    });
  });

  it('needs approval again if others saved since', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.page.published.push('theirs');
    expect(await rig.check(0)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: { calls: [{ decision: null, shown: null }] },
    });
  });

  it('needs approval again, once, if an approved call before it did not have its shown effect', async () => {
    const rig = createGateRig([PUBLISH, IMPORT, PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(1), choice(2)]);
    rig.failed(0);
    const answer = await rig.check(1);
    expect(answer).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: { calls: [{ decision: {} }, { decision: null }, { decision: null }] },
    });
    rig.approval = (answer as Extract<typeof answer, { kind: 'ask' }>).approval;
    await rig.decide([choice(1), choice(2)]);
    expect(await rig.check(1)).toMatchObject({ kind: 'allowed', by: 'user' });
  });

  it('returns its failure, each time, if it fails on a page that changed before the approval', async () => {
    const rig = createGateRig([IMPORT, add('dip'), add('dip'), PUBLISH], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    await rig.ask(0);
    rig.page.notes.push('dip');
    await rig.decide([choice(0, { leftOut: ['bun', 'cod'] }), choice(1), choice(2), choice(3)]);
    const settled = (code: string) => ({
      kind: 'settled',
      decision: 'approved',
      result: { error_code: code },
    });
    expect(await rig.check(0)).toMatchObject(settled('nothing_to_change'));
    expect(await rig.check(1)).toMatchObject(settled('duplicate'));
    expect(await rig.check(2)).toMatchObject(settled('duplicate'));
    expect(await rig.check(3)).toMatchObject({ kind: 'allowed', by: 'user' });
  });

  it('returns its failure with the user’s edits and note', async () => {
    const rig = createGateRig([IMPORT, ['remove_note', { text: 'bun' }]], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    await rig.ask(0);
    await rig.decide([choice(0), choice(1, { args: { text: 'dip' }, note: ' tidy up ' })]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    expect(await rig.check(1)).toEqual({
      kind: 'settled',
      result: {
        success: false,
        message:
          'The user changed this call; what ran is remove_note("dip"). The user’s note: tidy up Unknown.',
        error_code: 'missing',
        data: { proposed: { text: 'bun' }, ran_with: { text: 'dip' }, user_note: 'tidy up' },
      },
      decision: 'approved',
      note: 'tidy up',
    });
  });

  it('doesn’t run if it was forbidden since', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.setPolicy({ permissions: { publish: 'deny' } });
    expect(await rig.check(0)).toMatchObject({ kind: 'settled', decision: 'denied' });
  });
});

describe('a call that runs between approved ones, on a page that the model didn’t see', () => {
  const REFUSED = { kind: 'settled', result: { error_code: 'page_changed' }, decision: 'not-asked' };

  async function approved(...choices: Parameters<typeof choice>[0][]) {
    const settings = { permissions: { remove_note: 'ask' as const } };
    const rig = createGateRig([['remove_note', { text: 'ale' }], add('bun'), PUBLISH], { settings });
    await rig.ask(0);
    rig.page.notes = ['cod'];
    await rig.decide(choices.map((index) => choice(index)));
    expect(await rig.check(0)).toMatchObject({ kind: 'settled', result: { error_code: 'missing' } });
    return rig;
  }

  it('runs on the policy if it would have the shown effect', async () => {
    const rig = await approved(0, 2);
    expect(await rig.check(1)).toMatchObject({ kind: 'allowed', by: 'policy', approvedCall: null });
  });

  it('doesn’t run if the approved preview didn’t show it', async () => {
    expect(await (await approved(0)).check(1)).toMatchObject(REFUSED);
  });

  it('doesn’t run on a page that changed since the preview', async () => {
    const rig = await approved(0, 2);
    rig.page.notes.push('dip');
    expect(await rig.check(1)).toMatchObject(REFUSED);
  });

  it('doesn’t run if it would have another effect there', async () => {
    const rig = await approved(0, 2);
    const shown = { ...rig.shownNow(), effectHash: 'f'.repeat(64) };
    rig.approval = { ...rig.approval, calls: rig.approval.calls.map((call) => ({ ...call, shown })) };
    expect(await rig.check(1)).toMatchObject(REFUSED);
  });
});

describe('a stored decision that this profile did not seal', () => {
  type Forge = (call: ApprovalCall, other: ApprovalCall | undefined) => ApprovalCall;
  const bare: Forge = ({ seal: _, ...call }) => call;
  const decided = (call: ApprovalCall): CallDecision => {
    if (call.decision === null) throw new Error('it is undecided');
    return call.decision;
  };
  const FORGED: [string, Forge][] = [
    ['has no seal, as in a build without seals', bare],
    ['has the seal of another call', (call, other) => ({ ...call, seal: other?.seal ?? '' })],
    [
      'has other arguments',
      (call) => ({ ...call, decision: { ...decided(call), args: { notes: ['all'] } } }),
    ],
    ['has another note', (call) => ({ ...call, decision: { ...decided(call), note: 'Yes!' } })],
    ['has the other verdict', (call) => ({ ...call, decision: { ...decided(call), verdict: 'rejected' } })],
    [
      'was shown another effect',
      (call) => ({ ...call, shown: call.shown && { ...call.shown, effectHash: 'x' } }),
    ],
    [
      'was shown another page',
      (call) => ({ ...call, shown: call.shown && { ...call.shown, stateHashBefore: null } }),
    ],
  ];

  it.each(FORGED)('is asked again if it %s', async (_, forge) => {
    const rig = createGateRig([IMPORT, PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    const [first, other] = rig.approval.calls;
    if (first === undefined) throw new Error('there is no call');
    rig.approval = { ...rig.approval, calls: rig.approval.calls.with(0, forge(first, other)) };
    const answer = await rig.check(0);
    expect(answer).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: {
        state: 'pending',
        calls: [{ decision: null, shown: null }, { decision: { verdict: 'approved' } }],
      },
    });
  });

  it.each(['id', 'chatId'] as const)('is asked again in a request with another %s', async (field) => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.approval = { ...rig.approval, [field]: 'other' };
    expect(await rig.check(0)).toMatchObject({ kind: 'ask' });
  });

  it('is not sealed along with a decision on the other calls', async () => {
    const rig = createGateRig([IMPORT, PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    const [first] = rig.approval.calls;
    if (first === undefined) throw new Error('there is no call');
    rig.approval = { ...rig.approval, calls: rig.approval.calls.with(0, bare(first, undefined)) };
    await rig.decide([choice(0, { verdict: 'reject' })]);
    expect(rig.approval.calls).toMatchObject([{ decision: { verdict: 'rejected' } }, { decision: null }]);
  });
});
