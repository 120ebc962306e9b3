import { describe, expect, it } from 'vitest';
import { stepEffect } from '@/src/core/records/write-token';
import type { Approval, CallDecision, ShownEffect } from '@/src/schema/approval';
import {
  add,
  type Call,
  choice,
  createGateRig,
  decidedRig,
  type GateRig,
  IMPORT,
  PAGE_CHANGED,
  PUBLISH,
} from './gate-rig';

/** Approves all of these calls. */
const all = (made: readonly Call[]) => made.map((_, index) => choice(index));

const EVERY_CHANGE = { settings: { approvalPolicy: 'ask-every-change' as const } };

describe('a call that was approved', () => {
  it('runs with the model’s arguments and a token based on the approval', async () => {
    const rig = await decidedRig([PUBLISH], [choice(0)]);
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
    const edited = choice(0, { args: { notes: ['cod', 'dip'] }, leftOut: ['dip'] });
    const rig = await decidedRig([IMPORT], [edited]);
    expect(await rig.check(0)).toMatchObject({
      by: 'user',
      args: { notes: ['cod'] },
      token: { effectHash: stepEffect('import_notes', { notes: ['cod'] }) },
      approvedCall: { decision: { isEdited: true, args: { notes: ['cod'] } } },
    });
  });

  it('runs after the calls before it, on the page that they left', async () => {
    const rig = await decidedRig([IMPORT, add('dip'), PUBLISH], [choice(0), choice(2)]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    expect(await rig.check(2)).toMatchObject({
      by: 'user',
      reading: { context: { notes: { length: 4 } } },
    });
  });

  const BUN = [{ kind: 'added', text: 'bun' }];

  it.each<[string, Call[], (rig: GateRig) => unknown, since: object[]]>([
    ['the page changed since, with the changes', [PUBLISH], ({ page }) => page.notes.push('bun'), BUN],
    [
      'the page changed, even if the policy allows it by now',
      [IMPORT],
      (rig) => {
        rig.page.notes.push('bun');
        rig.setPolicy({ permissions: { import_notes: 'allow' } });
      },
      BUN,
    ],
    ['others saved since', [PUBLISH], ({ page }) => page.published.push('theirs'), []],
    [
      // Steward's own changes are not reported.
      'the calls before it left another page than the dry run predicted',
      [IMPORT, PUBLISH],
      (rig) => rig.done(0, ({ notes }) => notes.push('bun')),
      [],
    ],
    [
      'it failed in the preview and would have an effect now',
      [IMPORT, ['remove_note', { text: 'dip' }]],
      (rig) => {
        expect(rig.approval.calls[1]).toMatchObject({ decision: {}, shown: { effectHash: null } });
        rig.done(0, ({ notes }) => notes.push('dip'));
      },
      [],
    ],
    [
      'it failed in the preview and would have an effect now in the same state of the page',
      [PUBLISH],
      (rig) => rig.alterCalls(() => ({ shown: { ...rig.shownNow(), effectHash: null } })),
      [],
    ],
  ])('needs approval again if %s', async (_what, made, change, since) => {
    const rig = await decidedRig(made, all(made), EVERY_CHANGE);
    const { id } = rig.approval;
    change(rig);
    const last = made.length - 1;
    const decided = all(made.slice(1)).map(() => ({ decision: { verdict: 'approved' } }));
    expect(await rig.check(last)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: {
        id,
        state: 'pending',
        decidedAtMs: null,
        calls: [...decided, { isAsked: true, decision: null, shown: null }],
        preview: { stateHash: rig.hash(), since },
      },
    });
  });

  it('needs approval again, once, if an approved call before it did not have its shown effect', async () => {
    const made = [PUBLISH, IMPORT, PUBLISH];
    const rig = await decidedRig(made, all(made));
    rig.failed(0);
    const { calls } = await rig.ask(1);
    expect(calls).toMatchObject([{ decision: {} }, { decision: null }, { decision: null }]);
    await rig.decide([choice(1), choice(2)]);
    expect(await rig.check(1)).toMatchObject({ kind: 'allowed', by: 'user' });
  });

  it('returns its failure, each time, if it fails on a page that changed before the approval', async () => {
    const rig = createGateRig([IMPORT, add('dip'), add('dip'), PUBLISH], EVERY_CHANGE);
    await rig.ask(0);
    rig.page.notes.push('dip');
    await rig.decide([choice(0, { leftOut: ['bun', 'cod'] }), choice(1), choice(2), choice(3)]);
    for (const [index, code] of ['nothing_to_change', 'duplicate', 'duplicate'].entries()) {
      expect(await rig.check(index)).toMatchObject({
        kind: 'settled',
        decision: 'approved',
        result: { error_code: code },
      });
    }
    expect(await rig.check(3)).toMatchObject({ kind: 'allowed', by: 'user' });
  });

  it('returns its failure with the user’s edits and note', async () => {
    const edited = choice(1, { args: { text: 'dip' }, note: ' tidy up ' });
    const rig = await decidedRig(
      [IMPORT, ['remove_note', { text: 'bun' }]],
      [choice(0), edited],
      EVERY_CHANGE,
    );
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
    const rig = await decidedRig([PUBLISH], [choice(0)]);
    rig.setPolicy({ permissions: { publish: 'deny' } });
    expect(await rig.check(0)).toMatchObject({ kind: 'settled', decision: 'denied' });
  });
});

it.each<[string, number[], (rig: GateRig) => unknown, object]>([
  [
    'runs on the policy if it would have the shown effect',
    [0, 2],
    () => undefined,
    { kind: 'allowed', by: 'policy', approvedCall: null },
  ],
  ['doesn’t run if the approved preview didn’t show it', [0], () => undefined, PAGE_CHANGED],
  [
    'doesn’t run if the page changed since the preview',
    [0, 2],
    ({ page }) => page.notes.push('dip'),
    PAGE_CHANGED,
  ],
  [
    'doesn’t run if it would have another effect there',
    [0, 2],
    (rig) => rig.alterCalls(() => ({ shown: { ...rig.shownNow(), effectHash: 'f'.repeat(64) } })),
    PAGE_CHANGED,
  ],
])(
  'a call between approved ones, on a page that the model didn’t see, %s',
  async (_what, choices, change, expected) => {
    const settings = { permissions: { remove_note: 'ask' as const } };
    const rig = createGateRig([['remove_note', { text: 'ale' }], add('bun'), PUBLISH], { settings });
    await rig.ask(0);
    rig.page.notes = ['cod'];
    await rig.decide(choices.map((index) => choice(index)));
    expect(await rig.check(0)).toMatchObject({ kind: 'settled', result: { error_code: 'missing' } });
    change(rig);
    expect(await rig.check(1)).toMatchObject(expected);
  },
);

describe('a stored decision that this profile did not seal', () => {
  /** The first call without its seal, as in a build without seals. */
  const unsealed = ({ approval }: GateRig): Approval => {
    const calls = approval.calls.map(({ seal, ...call }, index) => {
      return index > 0 && seal !== undefined ? { ...call, seal } : call;
    });
    return { ...approval, calls };
  };
  const decide = (changes: Partial<CallDecision>) => (rig: GateRig) =>
    rig.alterCalls(({ decision }, index) =>
      index === 0 && decision !== null ? { decision: { ...decision, ...changes } } : {},
    );
  const show = (changes: Partial<ShownEffect>) => (rig: GateRig) =>
    rig.alterCalls(({ shown }, index) =>
      index === 0 && shown !== null ? { shown: { ...shown, ...changes } } : {},
    );

  it.each<[string, (rig: GateRig) => unknown]>([
    [
      'has no seal, as in a build without seals',
      (rig) => {
        rig.approval = unsealed(rig);
      },
    ],
    [
      'has the seal of another call',
      (rig) => rig.alterCalls(() => ({ seal: rig.approval.calls[1]?.seal ?? '' })),
    ],
    ['has other arguments', decide({ args: { notes: ['all'] } })],
    ['has another note', decide({ note: 'Yes!' })],
    ['has the other verdict', decide({ verdict: 'rejected' })],
    ['was shown another effect', show({ effectHash: 'x' })],
    ['was shown another page', show({ stateHashBefore: null })],
  ])('is asked again if it %s', async (_what, forge) => {
    const rig = await decidedRig([IMPORT, PUBLISH], [choice(0), choice(1)]);
    forge(rig);
    expect(await rig.check(0)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: {
        state: 'pending',
        calls: [{ decision: null, shown: null }, { decision: { verdict: 'approved' } }],
      },
    });
  });

  it.each(['id', 'chatId'] as const)('is asked again in a request with another %s', async (field) => {
    const rig = await decidedRig([PUBLISH], [choice(0)]);
    rig.approval = { ...rig.approval, [field]: 'other' };
    expect(await rig.check(0)).toMatchObject({ kind: 'ask' });
  });

  it('is not sealed along with a decision on the other calls', async () => {
    const rig = await decidedRig([IMPORT, PUBLISH], [choice(0)]);
    rig.approval = unsealed(rig);
    await rig.decide([choice(0, { verdict: 'reject' })]);
    expect(rig.approval.calls).toMatchObject([{ decision: { verdict: 'rejected' } }, { decision: null }]);
  });
});
