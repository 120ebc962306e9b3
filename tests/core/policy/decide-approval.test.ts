import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { choice, createGateRig } from './gate-rig';

const { signal } = new AbortController();

const PUBLISH: [string, unknown] = ['publish', {}];
const IMPORT: [string, unknown] = ['import_notes', { notes: ['bun', 'cod'] }];
const add = (text: string): [string, unknown] => ['add_note', { text }];

async function asked(made: [string, unknown][] = [IMPORT, add('dip'), PUBLISH]) {
  const rig = createGateRig(made);
  await rig.ask(0);
  return rig;
}

/** The verdict on each call. */
const verdicts = ({ question }: Awaited<ReturnType<typeof asked>>) =>
  question.calls.map(({ decision }) => decision?.verdict ?? null);

describe('a preview of choices', () => {
  it('without edits equals the approval request’s preview', async () => {
    const { gate, record, question } = await asked();
    const { preview, problems } = await gate.preview(record, question, [choice(0), choice(2)], signal);
    expect(preview).toEqual(question.preview);
    expect(problems).toEqual([]);
  });

  it('shows the effect of the remaining calls and rows', async () => {
    const { gate, record, question } = await asked();
    const choices = [choice(0, { leftOut: ['bun'] }), choice(2, { verdict: 'reject' as const })];
    const { preview } = await gate.preview(record, question, choices, signal);
    expect(preview?.dryRun.calls).toMatchObject([
      { executionId: 'e0', args: { notes: ['cod'] }, rows: [{ isLeftOut: true }, { isLeftOut: false }] },
      { executionId: 'e1' },
    ]);
    expect(preview?.digest).not.toBe(question.preview.digest);
  });

  it('returns the validation errors and no preview', async () => {
    const { gate, record, question } = await asked();
    expect(await gate.preview(record, question, [choice(0, { args: { notes: 1 } })], signal)).toEqual({
      preview: null,
      problems: [{ executionId: 'e0', path: ['notes'], message: expect.any(String) }],
    });
  });
});

describe('a decision', () => {
  it('on all calls closes the approval request', async () => {
    const rig = await asked();
    rig.pass(7);
    const { kind } = await rig.decide([choice(0), choice(2, { note: '  now \n' })]);
    expect(kind).toBe('decided');
    expect(rig.question).toMatchObject({ state: 'decided', decidedAtMs: 1_007 });
    expect(rig.question.calls.map(({ decision }) => decision)).toEqual([
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
    expect(rig.question.calls.map((call) => call.shown)).toEqual([
      { ...shown, stateHashBefore: hashJson({ notes: ['ale'] }) },
      { ...shown, stateHashBefore: hashJson({ notes: ['ale', 'bun', 'cod'] }) },
      { ...shown, stateHashBefore: hashJson({ notes: ['ale', 'bun', 'cod', 'dip'] }) },
    ]);
  });

  it('on the first calls leaves the others pending', async () => {
    const rig = await asked();
    await rig.decide([choice(0)]);
    expect(rig.question).toMatchObject({ state: 'pending', decidedAtMs: null });
    expect(verdicts(rig)).toEqual(['approved', null, null]);
    expect(rig.question.calls.map(({ shown }) => shown !== null)).toEqual([true, false, false]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    await rig.decide([choice(2)]);
    expect(rig.question).toMatchObject({ state: 'decided', decidedAtMs: 1_000 });
    expect(verdicts(rig)).toEqual(['approved', null, 'approved']);
  });

  it('closes the approval request if the other calls have their results', async () => {
    const rig = await asked();
    rig.done(2);
    await rig.decide([choice(0)]);
    expect(rig.question.state).toBe('decided');
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
    const rig = await asked([IMPORT]);
    await rig.decide([choice(0, more)]);
    expect(rig.question.calls[0]).toMatchObject({
      decision: { args, isEdited },
      shown: { effectHash: expect.any(String), stateHashBefore: rig.hash() },
    });
  });

  it('on a call that would fail keeps the hashes of the page on which it was shown', async () => {
    const rig = createGateRig([PUBLISH, add('ale')], { settings: { approvalPolicy: 'ask-every-change' } });
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    expect(rig.question.calls[1]).toMatchObject({
      decision: { verdict: 'approved', args: { text: 'ale' }, isEdited: false },
      shown: { effectHash: null, stateHashBefore: rig.hash() },
    });
  });

  it('on a page that changed since is stale, and renews the approval request', async () => {
    const rig = await asked([PUBLISH]);
    const seen = rig.question.preview.digest;
    rig.page.notes.push('bun');
    const answer = { digest: seen, choices: [choice(0)], allowTools: [] };
    const decided = await rig.gate.decide(
      rig.record,
      rig.question,
      answer,
      rig.consents.give(rig.question.id),
      signal,
    );
    expect(decided).toMatchObject({
      kind: 'stale',
      approval: {
        id: rig.question.id,
        state: 'pending',
        calls: [{ decision: null }],
        preview: { stateHash: rig.hash(), since: [{ kind: 'added', text: 'bun' }] },
      },
    });
  });

  it('based on a preview of other choices is stale', async () => {
    const rig = await asked([IMPORT]);
    const answer = {
      digest: rig.question.preview.digest,
      choices: [choice(0, { leftOut: ['bun'] })],
      allowTools: [],
    };
    const consent = rig.consents.give(rig.question.id);
    expect(await rig.gate.decide(rig.record, rig.question, answer, consent, signal)).toMatchObject({
      kind: 'stale',
      approval: { preview: { digest: answer.digest } },
    });
  });

  it('that rejects all calls is accepted on any page', async () => {
    const rig = await asked();
    rig.page.notes.push('bun');
    const answer = {
      digest: 'old',
      choices: [
        choice(0, { verdict: 'reject' }),
        choice(2, { verdict: 'reject', note: 'no', leftOut: ['x'] }),
      ],
      allowTools: [],
    };
    const decided = await rig.gate.decide(
      rig.record,
      rig.question,
      answer,
      rig.consents.give(rig.question.id),
      signal,
    );
    expect(decided).toMatchObject({ kind: 'decided', approval: { state: 'decided' } });
    expect(decided.approval.calls[2]).toMatchObject({
      decision: { verdict: 'rejected', args: {}, isEdited: false, note: 'no', atMs: 1_000 },
      shown: null,
    });
  });

  it('that rejects one call and approves another is stale if the page changed', async () => {
    const rig = await asked();
    rig.page.notes.push('bun');
    const choices = [choice(0, { verdict: 'reject' }), choice(2)];
    const answer = { digest: rig.question.preview.digest, choices, allowTools: [] };
    const consent = rig.consents.give(rig.question.id);
    expect(await rig.gate.decide(rig.record, rig.question, answer, consent, signal)).toMatchObject({
      kind: 'stale',
    });
  });

  it('with invalid arguments is refused', async () => {
    const rig = await asked();
    await expect(rig.decide([choice(0, { args: { notes: [1], more: 2 } })])).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'The edited arguments don’t fit the tool.',
      remedy: 'Correct them, or put them back as the assistant wrote them.',
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
    ['for something else', (rig: Awaited<ReturnType<typeof asked>>) => rig.consents.give('c')],
  ])('with a consent %s is refused', async (_what, consentOf) => {
    const rig = await asked([PUBLISH]);
    const answer = { digest: rig.question.preview.digest, choices: [choice(0)], allowTools: [] };
    await expect(
      rig.gate.decide(rig.record, rig.question, answer, consentOf(rig), signal),
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
    const rig = await asked();
    const decided = rig.decide([choice(0)], tools);
    if (code === null) expect((await decided).kind).toBe('decided');
    else await expect(decided).rejects.toMatchObject({ code });
  });
});
