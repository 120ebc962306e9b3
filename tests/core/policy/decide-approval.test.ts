import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { NotedChoice } from '@/src/schema/approval';
import {
  add,
  type Call,
  choice,
  createGateRig,
  decidedRig,
  type GateRig,
  IMPORT,
  PLACE,
  PUBLISH,
  SOURCE,
  signal,
} from './gate-rig';

async function requested(made: Call[] = [IMPORT, add('dip'), PUBLISH]) {
  const rig = createGateRig(made);
  await rig.ask(0);
  return rig;
}

/** The user decides on the preview with this digest. */
function decideOn(
  { gate, record, approval, consents }: GateRig,
  digest: string,
  choices: NotedChoice[],
  consent = consents.give(approval.id),
) {
  return gate.decide(record, approval, { digest, choices, allowTools: [] }, consent, signal);
}

/** The verdict on each call. */
const verdicts = ({ approval }: GateRig) => approval.calls.map(({ decision }) => decision?.verdict ?? null);

describe('a preview of choices', () => {
  it('without edits equals the approval request’s preview', async () => {
    const { gate, record, approval } = await requested();
    const { preview, problems } = await gate.preview(record, approval, [choice(0), choice(2)], signal);
    expect(preview).toEqual(approval.preview);
    expect(problems).toEqual([]);
  });

  it('shows the effect of the remaining calls and rows', async () => {
    const { gate, record, approval } = await requested();
    const choices = [choice(0, { leftOut: ['bun'] }), choice(2, { verdict: 'reject' as const })];
    const { preview } = await gate.preview(record, approval, choices, signal);
    expect(preview?.dryRun.calls).toMatchObject([
      { executionId: 'e0', args: { notes: ['cod'] }, rows: [{ isLeftOut: true }, { isLeftOut: false }] },
      { executionId: 'e1' },
    ]);
    expect(preview?.digest).not.toBe(approval.preview.digest);
  });

  it('returns the validation errors and no preview', async () => {
    const { gate, record, approval } = await requested();
    expect(await gate.preview(record, approval, [choice(0, { args: { notes: 1 } })], signal)).toEqual({
      preview: null,
      problems: [
        { executionId: 'e0', path: ['notes'], message: '"notes" has to be an array, not a number.' },
      ],
    });
  });
});

describe('a decision', () => {
  it('on all calls closes the approval request', async () => {
    const rig = await requested();
    rig.pass(7);
    const { kind } = await rig.decide([choice(0), choice(2, { note: '  now \n' })]);
    expect(kind).toBe('decided');
    expect(rig.approval).toMatchObject({ state: 'decided', decidedAtMs: 1_007 });
    expect(rig.approval.calls.map(({ decision }) => decision)).toEqual([
      {
        verdict: 'approved',
        args: { notes: ['bun', 'cod'] },
        isEdited: false,
        note: '',
        atMs: 1_007,
      },
      null,
      {
        verdict: 'approved',
        args: {},
        isEdited: false,
        note: 'now',
        atMs: 1_007,
      },
    ]);
    const shown = { effectHash: expect.any(String), savedHashBefore: hashJson([]), resultsKnown: [] };
    expect(rig.approval.calls.map((call) => call.shown)).toEqual([
      { ...shown, stateHashBefore: hashJson({ notes: ['ale'] }) },
      { ...shown, stateHashBefore: hashJson({ notes: ['ale', 'bun', 'cod'] }) },
      { ...shown, stateHashBefore: hashJson({ notes: ['ale', 'bun', 'cod', 'dip'] }) },
    ]);
  });

  it('on the first calls leaves the others pending', async () => {
    const rig = await requested();
    await rig.decide([choice(0)]);
    expect(rig.approval).toMatchObject({ state: 'pending', decidedAtMs: null });
    expect(verdicts(rig)).toEqual(['approved', null, null]);
    expect(rig.approval.calls.map(({ shown }) => shown !== null)).toEqual([true, false, false]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    await rig.decide([choice(2)]);
    expect(rig.approval).toMatchObject({ state: 'decided', decidedAtMs: 1_000 });
    expect(verdicts(rig)).toEqual(['approved', null, 'approved']);
  });

  it('closes the approval request if the other calls have their results', async () => {
    const rig = await requested();
    rig.done(2);
    await rig.decide([choice(0)]);
    expect(rig.approval.state).toBe('decided');
  });

  it.each([
    ['with other arguments', { args: { notes: ['dip'] } }, { notes: ['dip'] }, true],
    ['with a part left out', { leftOut: ['cod'] }, { notes: ['bun'] }, true],
    [
      'with the same arguments typed again',
      { args: { notes: ['bun', 'cod'] } },
      { notes: ['bun', 'cod'] },
      false,
    ],
  ])('%s stores the arguments that may run', async (_what, more, args, isEdited) => {
    const rig = await requested([IMPORT]);
    await rig.decide([choice(0, more)]);
    expect(rig.approval.calls[0]).toMatchObject({
      decision: { args, isEdited },
      shown: { effectHash: expect.any(String), stateHashBefore: rig.hash() },
    });
  });

  it('on a call that would fail keeps the hashes of the page on which it was shown', async () => {
    const settings = { approvalPolicy: 'ask-every-change' as const };
    const rig = await decidedRig([PUBLISH, add('ale')], [choice(0), choice(1)], { settings });
    expect(rig.approval.calls[1]).toMatchObject({
      decision: { verdict: 'approved', args: { text: 'ale' }, isEdited: false },
      shown: { effectHash: null, stateHashBefore: rig.hash() },
    });
  });

  it.each([
    ['that approves', choice(0)],
    ['that rejects one call and approves another', choice(0, { verdict: 'reject' })],
  ])('%s, on a page that changed since, is stale and renews the request', async (_what, first) => {
    const rig = await requested([PUBLISH, IMPORT]);
    const { digest } = rig.approval.preview;
    rig.page.notes.push('bun');
    expect(await decideOn(rig, digest, [first, choice(1)])).toMatchObject({
      kind: 'stale',
      approval: {
        id: rig.approval.id,
        state: 'pending',
        calls: [{ decision: null }, { decision: null }],
        preview: { stateHash: rig.hash(), since: [{ kind: 'added', text: 'bun' }] },
      },
    });
  });

  it('based on a preview of other choices is stale', async () => {
    const rig = await requested([IMPORT]);
    const { digest } = rig.approval.preview;
    expect(await decideOn(rig, digest, [choice(0, { leftOut: ['bun'] })])).toMatchObject({
      kind: 'stale',
      approval: { preview: { digest } },
    });
  });

  it('that rejects all calls is accepted on any page', async () => {
    const rig = await requested();
    rig.page.notes.push('bun');
    const decided = await decideOn(rig, 'old', [
      choice(0, { verdict: 'reject' }),
      choice(2, { verdict: 'reject', note: 'no', leftOut: ['x'] }),
    ]);
    expect(decided).toMatchObject({ kind: 'decided', approval: { state: 'decided' } });
    expect(decided.approval.calls[2]).toMatchObject({
      decision: { verdict: 'rejected', args: {}, isEdited: false, note: 'no', atMs: 1_000 },
      shown: null,
    });
  });

  it('with invalid arguments is refused', async () => {
    const rig = await requested();
    await expect(rig.decide([choice(0, { args: { notes: [1], more: 2 } })])).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'The edited arguments don’t fit the tool.',
      remedy: 'Correct them, or restore them as the assistant wrote them.',
      details: expect.stringMatching(/^notes\.0: .+\n: .+$/),
    });
    expect(verdicts(rig)).toEqual([null, null, null]);
  });

  it.each([
    ['nothing', []],
    ['a call that needs no approval', [choice(0, { executionId: 'e1' })]],
  ])('on %s is refused', async (_what, choices) => {
    const rig = createGateRig([PUBLISH, add('dip'), PUBLISH]);
    await rig.ask(0);
    rig.done(0);
    await expect(rig.decide(choices)).rejects.toMatchObject({ code: 'invalid-message' });
  });

  it('can allow all tools of its approval request', async () => {
    const rig = await requested();
    expect(await rig.decide([choice(0)], ['publish', 'import_notes'])).toMatchObject({ kind: 'decided' });
  });

  it.each(['burn_notes', 'add_note'])('can’t allow %s, which its request doesn’t ask about', async (tool) => {
    const rig = await requested();
    await expect(rig.decide([choice(0)], [tool])).rejects.toMatchObject({ code: 'invalid-message' });
  });
});

describe.each<[string, (rig: GateRig, subject: string) => UserConsent]>([
  ['that was not issued', (_rig, subject) => ({ subjects: [subject] })],
  ['for something else', ({ consents }) => consents.give('other')],
])('with a consent %s', (_what, consentOf) => {
  const REFUSED = { code: 'write-refused' };

  it('a decision is refused', async () => {
    const rig = await requested([PUBLISH]);
    const consent = consentOf(rig, rig.approval.id);
    const { digest } = rig.approval.preview;
    await expect(decideOn(rig, digest, [choice(0)], consent)).rejects.toMatchObject(REFUSED);
  });

  it('a page state gets no token', async () => {
    const rig = createGateRig([]);
    const answer = rig.gate.authorizeState(rig.record, stateChange(rig), consentOf(rig, 'c'), signal);
    await expect(answer).rejects.toMatchObject(REFUSED);
  });
});

/** A change of the page's whole state. */
function stateChange(rig: GateRig) {
  const from = { context: { notes: ['ale'] }, stateHash: rig.hash(), source: SOURCE };
  return { executionId: 'x', state: { notes: ['bun'] }, from };
}

it('a page state gets a token by the user’s click in its chat', async () => {
  const rig = createGateRig([]);
  const consent = rig.consents.give('c');
  expect(await rig.gate.authorizeState(rig.record, stateChange(rig), consent, signal)).toMatchObject({
    executionId: 'x',
    chatId: 'c',
    place: PLACE,
    expected: { document: 'd', stateHash: rig.hash() },
    effectHash: hashJson({ effect: 'state', state: { notes: ['bun'] } }),
    basis: 'user',
  });
});
