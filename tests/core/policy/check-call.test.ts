import { describe, expect, it } from 'vitest';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { stepEffect } from '@/src/core/records/write-token';
import { rejected } from '@/src/core/tools/call-results';
import type { ApprovalCall } from '@/src/schema/approval';
import { add, choice, createGateRig, PLACE, PUBLISH, SOURCE } from './gate-rig';

describe('a call', () => {
  it.each<[string, [string, unknown], object]>([
    ['only looks', ['find_note', { text: 'ale' }], {}],
    [
      'only reads, in a chat that asks before every change',
      ['find_note', { text: 'ale' }],
      { approvalPolicy: 'ask-every-change' },
    ],
    ['only reads, in plan mode', ['find_note', { text: 'ale' }], { planMode: true }],
  ])('that %s needs no token', async (_what, made, settings) => {
    expect(await createGateRig([made], { settings }).check(0)).toEqual({ kind: 'harmless' });
  });

  it.each<[string, [string, unknown], object]>([
    ['by its definition', ['burn_notes', {}], {}],
    ['in this chat', add('bun'), { permissions: { add_note: 'deny' } }],
    [
      'in this chat, although it only reads',
      ['find_note', { text: 'ale' }],
      { permissions: { find_note: 'deny' } },
    ],
    [
      'because a read can’t be approved',
      ['find_note', { text: 'ale' }],
      { permissions: { find_note: 'ask' } },
    ],
  ])('that is forbidden %s is refused', async (_what, made, settings) => {
    expect(await createGateRig([made], { settings }).check(0)).toEqual({
      kind: 'settled',
      result: {
        success: false,
        message: `The user’s settings for this chat don’t allow ${made[0]}.`,
        error_code: 'denied_by_policy',
      },
      decision: 'denied',
      note: '',
    });
  });

  it('that changes something is refused in a read-only chat, even if the user allowed the tool', async () => {
    const settings = { approvalPolicy: 'read-only' as const, permissions: { add_note: 'allow' as const } };
    const rig = createGateRig([add('bun'), ['find_note', { text: 'ale' }]], { settings });
    expect(await rig.check(0)).toMatchObject({
      kind: 'settled',
      result: {
        success: false,
        message: expect.stringContaining('This chat is read-only, so add_note was refused.'),
        error_code: 'denied_by_policy',
      },
      decision: 'denied',
    });
    expect(await rig.check(1)).toEqual({ kind: 'harmless' });
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

  it.each<[string, [string, unknown], object, string[]]>([
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
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0, { verdict: 'reject', note })]);
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toEqual({
      kind: 'settled',
      result: rejected(note),
      decision: 'rejected',
      note,
    });
  },
);

describe('a pending approval request', () => {
  it('shows the changes of the page instead of failing the call', async () => {
    const rig = createGateRig([PUBLISH]);
    const { id } = await rig.ask(0);
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: { id, preview: { since: [{ kind: 'added', text: 'bun' }] } },
    });
  });

  it('doesn’t let a call run on a page that the model didn’t see, even if the policy allows it by now', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    rig.setPolicy({ permissions: { publish: 'allow' } });
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toMatchObject({
      kind: 'settled',
      result: { error_code: 'page_changed' },
      decision: 'not-asked',
    });
  });
});

it.each<[string, Partial<ApprovalCall>]>([
  ['of another call', { executionId: 'other' }],
  ['of another tool', { tool: 'add_note' }],
])('an approval %s authorizes nothing', async (_what, other) => {
  const rig = createGateRig([PUBLISH]);
  await rig.ask(0);
  await rig.decide([choice(0)]);
  rig.approval = { ...rig.approval, calls: rig.approval.calls.map((call) => ({ ...call, ...other })) };
  expect(await rig.check(0)).toMatchObject({
    kind: 'ask',
    approval: { state: 'pending', calls: [{ executionId: 'e0', tool: 'publish', decision: null }] },
  });
});

describe('in plan mode', () => {
  const settings = { planMode: true };

  it('requests approval for a call of the plan, whatever the policy', async () => {
    const rig = createGateRig([add('bun')], { settings, isPlan: true });
    rig.setPolicy({ permissions: { add_note: 'allow' } });
    await rig.ask(0);
    await rig.decide([choice(0)]);
    expect(await rig.check(0)).toMatchObject({ by: 'user' });
  });

  it('runs a call that the user has already approved', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.setPolicy(settings);
    expect(await rig.check(0)).toMatchObject({ by: 'user' });
  });
});

describe('a commit that the policy allows', () => {
  const settings = { permissions: { publish: 'allow' as const } };

  it('runs on the saved state from the start of the run', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    expect(await rig.check(0)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });

  it('runs on the saved state of an earlier commit of its run', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH], { settings });
    rig.done(0, (page) => page.published.push('ale'));
    expect(await rig.check(1)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });

  it('needs approval if others saved since the run began', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    rig.page.published.push('theirs');
    expect(await rig.check(0)).toMatchObject({ kind: 'ask', isNew: true });
  });

  it('needs approval if others saved after a commit of its run', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH], { settings });
    rig.done(0, (page) => page.published.push('ale'));
    rig.page.published.push('theirs');
    expect(await rig.check(1)).toMatchObject({ kind: 'ask', isNew: true });
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

  it('needs approval in a run that an older version began', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    delete rig.record.run?.savedHash;
    expect(await rig.check(0)).toMatchObject({ kind: 'ask' });
  });
});
