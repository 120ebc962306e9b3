import { describe, expect, it } from 'vitest';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { stepEffect } from '@/src/core/records/write-token';
import { rejected } from '@/src/core/tools/call-results';
import type { ApprovalCall } from '@/src/schema/approval';
import {
  add,
  type Call,
  choice,
  createGateRig,
  decidedRig,
  type GateRig,
  PAGE_CHANGED,
  PLACE,
  PUBLISH,
  SOURCE,
} from './gate-rig';

describe('a call', () => {
  const LOOK: Call = ['find_note', { text: 'ale' }];

  it.each<[string, object]>([
    ['any chat', {}],
    ['a chat that asks before every change', { approvalPolicy: 'ask-every-change' }],
    ['a read-only chat', { approvalPolicy: 'read-only' }],
    ['plan mode', { planMode: true }],
  ])('that only reads needs no token in %s', async (_what, settings) => {
    expect(await createGateRig([LOOK], { settings }).check(0)).toEqual({ kind: 'harmless' });
  });

  it.each<[string, Call, object, string]>([
    ['by its definition', ['burn_notes', {}], {}, 'for this chat don’t allow burn_notes.'],
    [
      'in this chat',
      add('bun'),
      { permissions: { add_note: 'deny' } },
      'The user’s settings for this chat don’t allow add_note.',
    ],
    [
      'in this chat, although it only reads',
      LOOK,
      { permissions: { find_note: 'deny' } },
      'don’t allow find_note.',
    ],
    [
      'because a read can’t be approved',
      LOOK,
      { permissions: { find_note: 'ask' } },
      'don’t allow find_note.',
    ],
    [
      'by a read-only chat, even if the user allowed the tool',
      add('bun'),
      { approvalPolicy: 'read-only', permissions: { add_note: 'allow' } },
      'This chat is read-only, so add_note was refused.',
    ],
  ])('that is forbidden %s is refused', async (_what, made, settings, text) => {
    expect(await createGateRig([made], { settings }).check(0)).toEqual({
      kind: 'settled',
      result: {
        success: false,
        message: expect.stringContaining(text),
        error_code: 'denied_by_policy',
      },
      decision: 'denied',
      note: '',
    });
  });

  it('that the policy allows gets a token for exactly its effect on the present page', async () => {
    const rig = createGateRig([add('bun')]);
    const answer = await rig.check(0);
    expect(answer).toEqual({
      kind: 'allowed',
      by: 'policy',
      args: { text: 'bun' },
      token: {
        executionId: 'e0',
        chatId: 'c',
        place: PLACE,
        expected: { document: 'd', stateHash: rig.hash() },
        effectHash: stepEffect('add_note', { text: 'bun' }),
        basis: 'policy',
        expiresAtMs: 61_000,
        nonce: expect.any(String),
        digest: expect.any(String),
      },
      dryRun: expect.objectContaining({ kind: 'change', executionId: 'e0', step: { text: 'bun' } }),
      reading: {
        context: { notes: ['ale'], published: [], stock: 0 },
        stateHash: rig.hash(),
        source: SOURCE,
      },
      after: { notes: ['ale', 'bun'], published: [], stock: 0 },
      approvedCall: null,
    });
    if (answer.kind !== 'allowed') return;
    const change = { executionId: 'e0', chatId: 'c', place: PLACE, effectHash: answer.token.effectHash };
    expect(rig.checker.consume(answer.token, change)).toEqual({ document: 'd', stateHash: rig.hash() });
  });

  it.each<[string, object]>([
    ['allows it', {}],
    ['asks about it', { permissions: { add_note: 'ask' } }],
  ])('doesn’t run on a page that the model didn’t see, if the policy %s', async (_what, settings) => {
    const rig = createGateRig([add('bun')], { settings });
    rig.page.notes.push('cod');
    expect(await rig.check(0)).toEqual({
      kind: 'settled',
      result: {
        success: false,
        message:
          'The page was changed by the user since you saw it, so nothing was done. Its new state follows.',
        error_code: 'page_changed',
      },
      decision: 'not-asked',
      note: '',
    });
  });

  it.each<[string, object, string]>([
    ['allows it', {}, 'allowed'],
    ['asks about it', { permissions: { add_note: 'ask' } }, 'not-asked'],
  ])('that would fail returns its failure at once, if the policy %s', async (_what, settings, decision) => {
    expect(await createGateRig([add('ale')], { settings }).check(0)).toEqual({
      kind: 'settled',
      result: { success: false, message: 'Known.', error_code: 'duplicate' },
      decision,
      note: '',
    });
  });

  it.each<[string, Call, object, string[]]>([
    ['by its definition', PUBLISH, {}, ['ale']],
    ['in this chat', add('bun'), { permissions: { add_note: 'ask' } }, ['ale']],
    ['like every change in this chat', add('bun'), { approvalPolicy: 'ask-every-change' }, ['ale']],
    ['because the page goes live', add('bun'), {}, ['dip']],
  ])('that needs approval %s gets an approval request', async (_what, made, settings, notes) => {
    expect(await createGateRig([made], { settings, notes }).check(0)).toMatchObject({
      kind: 'ask',
      isNew: true,
      approval: { state: 'pending', calls: [{ tool: made[0], isAsked: true, decision: null }] },
    });
  });

  it('rejects with internal if its dry run is missing', async () => {
    const dryRun = async () => ({
      dryRun: { calls: [], net: NO_CHANGE },
      reading: {
        context: {},
        stateHash: 'h',
        source: SOURCE,
      },
      after: null,
    });
    await expect(
      createGateRig([add('bun')], { deps: { dryRuns: { run: dryRun } } }).check(0),
    ).rejects.toMatchObject({
      code: 'internal',
      details: 'The dry run of add_note returned no result.',
    });
  });
});

it.each(['', 'not now'])(
  'a call that was refused with the note %j is refused, whatever the state of the page',
  async (note) => {
    const rig = await decidedRig([PUBLISH], [choice(0, { verdict: 'reject', note })]);
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toEqual({
      kind: 'settled',
      result: rejected(note),
      decision: 'rejected',
      note,
    });
  },
);

it.each<[string, object, (id: string) => object]>([
  [
    'shows the changes of the page instead of failing the call',
    {},
    (id) => ({
      kind: 'ask',
      isNew: false,
      approval: { id, preview: { since: [{ kind: 'added', text: 'bun' }] } },
    }),
  ],
  [
    'doesn’t let a call run on a page that the model didn’t see, even if the policy allows it by now',
    { permissions: { publish: 'allow' } },
    () => PAGE_CHANGED,
  ],
])('a pending approval request %s', async (_what, settings, expected) => {
  const rig = createGateRig([PUBLISH]);
  const { id } = await rig.ask(0);
  rig.setPolicy(settings);
  rig.page.notes.push('bun');
  expect(await rig.check(0)).toMatchObject(expected(id));
});

it.each<[string, Partial<ApprovalCall>]>([
  ['of another call', { executionId: 'other' }],
  ['of another tool', { tool: 'add_note' }],
])('an approval %s authorizes nothing', async (_what, other) => {
  const rig = await decidedRig([PUBLISH], [choice(0)]);
  rig.alterCalls(() => other);
  expect(await rig.check(0)).toMatchObject({
    kind: 'ask',
    approval: { state: 'pending', calls: [{ executionId: 'e0', tool: 'publish', decision: null }] },
  });
});

it('a plan’s call needs approval, although the policy allows its tool', async () => {
  const settings = { planMode: true, permissions: { add_note: 'allow' as const } };
  const rig = await decidedRig([add('bun')], [choice(0)], { settings, isPlan: true });
  expect(await rig.check(0)).toMatchObject({ by: 'user' });
});

it('a call that the user has approved runs, also if the chat plans first by now', async () => {
  const rig = await decidedRig([PUBLISH], [choice(0)]);
  rig.setPolicy({ planMode: true });
  expect(await rig.check(0)).toMatchObject({ by: 'user' });
});

describe('a commit that the policy allows', () => {
  const settings = { permissions: { publish: 'allow' as const } };
  const save = (rig: GateRig) => rig.done(0, ({ published }) => published.push('ale'));
  const saveElsewhere = ({ page }: GateRig) => page.published.push('theirs');

  it.each<[string, number, (rig: GateRig) => unknown, 'allowed' | 'ask']>([
    ['runs on the saved state from the start of the run', 0, () => undefined, 'allowed'],
    ['runs on the saved state of an earlier commit of its run', 1, save, 'allowed'],
    ['needs approval if others saved since the run began', 0, saveElsewhere, 'ask'],
    [
      'needs approval if others saved after a commit of its run',
      1,
      (rig) => {
        save(rig);
        saveElsewhere(rig);
      },
      'ask',
    ],
    [
      'needs approval in a run that an older version began',
      0,
      ({ record }) => delete record.run?.savedHash,
      'ask',
    ],
  ])('%s', async (_what, index, change, kind) => {
    const rig = createGateRig([PUBLISH, PUBLISH], { settings });
    change(rig);
    const more = kind === 'ask' ? { isNew: true } : { by: 'policy' };
    expect(await rig.check(index)).toMatchObject({ kind, ...more });
  });

  it('needs approval after a commit that was refused because others had saved, until one succeeds', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH, PUBLISH, PUBLISH], { settings });
    rig.failed(0, SAVED_CHANGED);
    expect(await rig.check(1)).toMatchObject({ kind: 'ask' });
    rig.failed(1, 'rejected_by_user');
    expect(await rig.check(2)).toMatchObject({ kind: 'ask' });
    rig.done(2, (page) => page.published.push('ale'));
    expect(await rig.check(3)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });
});
