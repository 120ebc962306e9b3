import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import type { NotedChoice } from '@/src/schema/approval';
import { add, choice, createGateRig, IMPORT, PUBLISH, signal } from './gate-rig';

async function requested(made: [string, unknown][] = [IMPORT, add('dip'), PUBLISH]) {
  const rig = createGateRig(made);
  await rig.ask(0);
  return rig;
}

type Rig = Awaited<ReturnType<typeof requested>>;

/** The user decides on the preview with this digest. */
function decideOn({ gate, record, approval, consents }: Rig, digest: string, choices: NotedChoice[]) {
  const answer = { digest, choices, allowTools: [] };
  return gate.decide(record, approval, answer, consents.give(approval.id), signal);
}

/** The verdict on each call. */
const verdicts = ({ approval }: Rig) => approval.calls.map(({ decision }) => decision?.verdict ?? null);

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
    const rig = createGateRig([PUBLISH, add('ale')], { settings: { approvalPolicy: 'ask-every-change' } });
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    expect(rig.approval.calls[1]).toMatchObject({
      decision: { verdict: 'approved', args: { text: 'ale' }, isEdited: false },
      shown: { effectHash: null, stateHashBefore: rig.hash() },
    });
  });

  it('on a page that changed since is stale, and renews the approval request', async () => {
    const rig = await requested([PUBLISH]);
    const seen = rig.approval.preview.digest;
    rig.page.notes.push('bun');
    expect(await decideOn(rig, seen, [choice(0)])).toMatchObject({
      kind: 'stale',
      approval: {
        id: rig.approval.id,
        state: 'pending',
        calls: [{ decision: null }],
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

  it('that rejects one call and approves another is stale if the page changed', async () => {
    const rig = await requested();
    rig.page.notes.push('bun');
    const choices = [choice(0, { verdict: 'reject' }), choice(2)];
    expect(await decideOn(rig, rig.approval.preview.digest, choices)).toMatchObject({ kind: 'stale' });
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

  it.each([
    ['that was not issued', () => ({ subject: 'q' })],
    ['for something else', (rig: Rig) => rig.consents.give('c')],
  ])('with a consent %s is refused', async (_what, consentOf) => {
    const rig = await requested([PUBLISH]);
    const answer = { digest: rig.approval.preview.digest, choices: [choice(0)], allowTools: [] };
    await expect(
      rig.gate.decide(rig.record, rig.approval, answer, consentOf(rig), signal),
    ).rejects.toMatchObject({
      code: 'write-refused',
    });
  });

  it.each([
    [['publish'], null],
    [['publish', 'import_notes'], null],
    [['burn_notes'], 'invalid-message'],
    [['add_note'], 'invalid-message'],
  ])('can allow only the tools of its approval request: %j', async (tools, code) => {
    const rig = await requested();
    const decided = rig.decide([choice(0)], tools);
    if (code === null) expect((await decided).kind).toBe('decided');
    else await expect(decided).rejects.toMatchObject({ code });
  });
});
