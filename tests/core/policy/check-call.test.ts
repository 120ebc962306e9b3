import { describe, expect, it } from 'vitest';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import type { ApprovalCall } from '@/src/core/records/approval';
import { SAVED_CHANGED } from '@/src/core/records/tool-result';
import { stepEffect } from '@/src/core/records/write-token';
import { choice, createGateRig, PLACE } from './gate-rig';

const add = (text: string): [string, unknown] => ['add_note', { text }];
const PUBLISH: [string, unknown] = ['publish', {}];

describe('a call', () => {
  it.each<[string, [string, unknown], object]>([
    ['only looks', ['find_note', { text: 'ale' }], {}],
    [
      'only looks, in a chat that asks before every change',
      ['find_note', { text: 'ale' }],
      { approvalPolicy: 'ask-every-change' },
    ],
    ['only looks, in plan mode', ['find_note', { text: 'ale' }], { planMode: true }],
  ])('that %s needs no right', async (_what, made, settings) => {
    expect(await createGateRig([made], { settings }).check(0)).toEqual({ kind: 'harmless' });
  });

  it.each<[string, [string, unknown], object]>([
    ['by its definition', ['burn_notes', {}], {}],
    ['in this chat', add('bun'), { permissions: { add_note: 'deny' } }],
    [
      'in this chat, though it only looks',
      ['find_note', { text: 'ale' }],
      { permissions: { find_note: 'deny' } },
    ],
    [
      'because a look can’t be asked about',
      ['find_note', { text: 'ale' }],
      { permissions: { find_note: 'ask' } },
    ],
  ])('that is forbidden %s is settled', async (_what, made, settings) => {
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

  it('that the policy allows gets a token for exactly what it would do here, now', async () => {
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
        stateHash: rig.hash(),
        effectHash: stepEffect('add_note', { text: 'bun' }),
        basis: 'policy',
        expiresAtMs: 61_000,
        nonce: expect.any(String),
        digest: expect.any(String),
      },
      plan: expect.objectContaining({ kind: 'change', executionId: 'e0', step: { text: 'bun' } }),
      reading: {
        context: { notes: ['ale'], published: [], stock: 0 },
        stateHash: rig.hash(),
        source: { page: 'tab:1', document: 'd', order: 1, askedAtMs: 1 },
      },
      after: { notes: ['ale', 'bun'], published: [], stock: 0 },
      asked: null,
    });
    if (answer.kind !== 'allowed') return;
    const change = { executionId: 'e0', chatId: 'c', place: PLACE, effectHash: answer.token.effectHash };
    expect(rig.checker.consume(answer.token, change)).toBe(rig.hash());
  });

  it.each<[string, object]>([
    ['allows it', {}],
    ['asks about it', { permissions: { add_note: 'ask' } }],
  ])('doesn’t run on another page than the model saw, where the policy %s', async (_what, settings) => {
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
  ])('that comes to nothing fails at once, where the policy %s', async (_what, settings, decision) => {
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
    ['since the page goes live', add('bun'), {}, ['dip']],
  ])('that asks %s is asked about', async (_what, made, settings, notes) => {
    expect(await createGateRig([made], { settings, notes }).check(0)).toMatchObject({
      kind: 'ask',
      isNew: true,
      approval: { state: 'pending', calls: [{ tool: made[0], isAsked: true, decision: null }] },
    });
  });

  it.each<[string, object, string[]]>([
    [
      'the user’s own word lets it, on a page that goes live',
      { permissions: { add_note: 'allow' } },
      ['dip'],
    ],
    [
      'the user’s own word lets it, where every change asks',
      { permissions: { add_note: 'allow' }, approvalPolicy: 'ask-every-change' },
      ['ale'],
    ],
  ])('runs unasked if %s', async (_what, settings, notes) => {
    expect(await createGateRig([add('bun')], { settings, notes }).check(0)).toMatchObject({ by: 'policy' });
  });

  it('whose dry run says nothing of it is a defect', async () => {
    const plan = async () => ({
      dryRun: { calls: [], net: NO_CHANGE },
      reading: {
        context: {},
        stateHash: 'h',
        source: { page: 'tab:1', document: 'd', order: 1, askedAtMs: 1 },
      },
      after: null,
    });
    await expect(
      createGateRig([add('bun')], { deps: { dryRuns: { run: plan } } }).check(0),
    ).rejects.toMatchObject({
      code: 'internal',
      message: 'The dry run of add_note came to nothing.',
      remedy: 'Report this; nothing was done.',
    });
  });
});

it.each([
  ['', 'The user refused this call.'],
  ['not now', 'The user refused this call: not now'],
])(
  'a call that was refused with the note %j is settled, whatever the page is by then',
  async (note, message) => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0, { verdict: 'reject', note })]);
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toEqual({
      kind: 'settled',
      result: { success: false, message, error_code: 'rejected_by_user' },
      decision: 'rejected',
      note,
    });
  },
);

describe('a question that is open already', () => {
  it('shows what changed on the page, rather than that the call fails', async () => {
    const rig = createGateRig([PUBLISH]);
    const { id } = await rig.ask(0);
    rig.page.notes.push('bun');
    expect(await rig.check(0)).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: { id, preview: { since: [{ kind: 'added', text: 'bun' }] } },
    });
  });

  it('doesn’t let a call run on a page that the model didn’t see, even if the policy would by now', async () => {
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
])('an approval %s lets nothing run', async (_what, other) => {
  const rig = createGateRig([PUBLISH]);
  await rig.ask(0);
  await rig.decide([choice(0)]);
  rig.question = { ...rig.question, calls: rig.question.calls.map((call) => ({ ...call, ...other })) };
  expect(await rig.check(0)).toMatchObject({
    kind: 'ask',
    approval: { state: 'pending', calls: [{ executionId: 'e0', tool: 'publish', decision: null }] },
  });
});

describe('in plan mode', () => {
  const settings = { planMode: true };

  it('a call that would change something is only planned', async () => {
    expect(await createGateRig([add('bun')], { settings }).check(0)).toMatchObject({
      kind: 'planned',
      result: { success: true, data: { planned: true } },
    });
  });

  it('a call of the plan asks, whatever the policy says', async () => {
    const rig = createGateRig([add('bun')], { settings, isPlan: true });
    rig.setPolicy({ permissions: { add_note: 'allow' } });
    await rig.ask(0);
    await rig.decide([choice(0)]);
    expect(await rig.check(0)).toMatchObject({ by: 'user' });
  });

  it('a call that the user has approved already runs', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.setPolicy(settings);
    expect(await rig.check(0)).toMatchObject({ by: 'user' });
  });
});

describe('a commit that the policy allows', () => {
  const settings = { permissions: { publish: 'allow' as const } };

  it('runs on the saved state that the run began with', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    expect(await rig.check(0)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });

  it('runs on what a commit of its run saved', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH], { settings });
    rig.done(0, (page) => page.published.push('ale'));
    expect(await rig.check(1)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });

  it('asks if somebody else has saved since the run began', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    rig.page.published.push('theirs');
    expect(await rig.check(0)).toMatchObject({ kind: 'ask', isNew: true });
  });

  it('asks if somebody else has saved after a commit of its run', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH], { settings });
    rig.done(0, (page) => page.published.push('ale'));
    rig.page.published.push('theirs');
    expect(await rig.check(1)).toMatchObject({ kind: 'ask', isNew: true });
  });

  it('asks after a commit that found the saved state changed, until one succeeds', async () => {
    const rig = createGateRig([PUBLISH, PUBLISH, PUBLISH, PUBLISH], { settings });
    rig.failed(0, SAVED_CHANGED);
    expect(await rig.check(1)).toMatchObject({ kind: 'ask' });
    rig.failed(1, 'rejected_by_user');
    expect(await rig.check(2)).toMatchObject({ kind: 'ask' });
    rig.done(2, (page) => page.published.push('ale'));
    expect(await rig.check(3)).toMatchObject({ kind: 'allowed', by: 'policy' });
  });

  it('asks in a run that an older version began', async () => {
    const rig = createGateRig([PUBLISH], { settings });
    delete rig.record.run?.savedHash;
    expect(await rig.check(0)).toMatchObject({ kind: 'ask' });
  });
});
