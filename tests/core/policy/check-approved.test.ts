import { describe, expect, it } from 'vitest';
import { stepEffect } from '@/src/core/policy/write-token';
import { choice, createGateRig } from './gate-rig';

const add = (text: string): [string, unknown] => ['add_note', { text }];
const PUBLISH: [string, unknown] = ['publish', {}];
const IMPORT: [string, unknown] = ['import_notes', { notes: ['bun', 'cod'] }];

describe('a call that was approved', () => {
  it('runs as it is written, with a token on the person’s word', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    const { decision } = rig.question.calls[0] ?? {};
    expect(await rig.check(0)).toMatchObject({
      kind: 'allowed',
      by: 'person',
      args: {},
      token: { basis: 'approval', effectHash: stepEffect('publish', {}), stateHash: rig.hash() },
      decision,
    });
  });

  it('runs as it was edited, without what was left out', async () => {
    const rig = createGateRig([IMPORT]);
    await rig.ask(0);
    await rig.decide([choice(0, { args: { notes: ['cod', 'dip'] }, leftOut: ['dip'] })]);
    expect(await rig.check(0)).toMatchObject({
      by: 'person',
      args: { notes: ['cod'] },
      token: { effectHash: stepEffect('import_notes', { notes: ['cod'] }) },
      decision: { isEdited: true, args: { notes: ['cod'] } },
    });
  });

  it('runs behind what comes before it, on the page that this leaves', async () => {
    const rig = createGateRig([IMPORT, add('dip'), PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(2)]);
    rig.done(0, ({ notes }) => notes.push('bun', 'cod'));
    rig.done(1, ({ notes }) => notes.push('dip'));
    expect(await rig.check(2)).toMatchObject({
      by: 'person',
      reading: { context: { notes: { length: 4 } } },
    });
  });

  it('is asked about anew if the page is another by then, with what changed', async () => {
    const rig = createGateRig([PUBLISH]);
    const asked = await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.page.notes.push('bun');
    const answer = await rig.check(0);
    expect(answer).toMatchObject({
      kind: 'ask',
      isNew: false,
      approval: {
        id: asked.id,
        state: 'pending',
        decidedAtMs: null,
        calls: [{ decision: null }],
        preview: { stateHash: rig.hash(), since: [{ kind: 'added', text: 'bun' }] },
      },
    });
  });

  it('is asked about anew if what comes before it left another page than was planned', async () => {
    const rig = createGateRig([IMPORT, PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    rig.done(0, ({ notes }) => notes.push('bun'));
    expect(await rig.check(1)).toMatchObject({
      kind: 'ask',
      isNew: false,
      // Steward's own doing is no news.
      approval: {
        calls: [{ decision: { verdict: 'approved' } }, { decision: null }],
        preview: { since: [] },
      },
    });
  });

  it('is asked about anew even if the policy would let it run by now', async () => {
    const rig = createGateRig([IMPORT]);
    await rig.ask(0);
    await rig.decide([choice(0, { args: { notes: ['cod'] } })]);
    rig.page.notes.push('bun');
    rig.setPolicy({ permissions: { import_notes: 'allow' } });
    expect(await rig.check(0)).toMatchObject({ kind: 'ask', approval: { calls: [{ isAsked: true }] } });
  });

  it('is asked about anew if it came to nothing and would do something now', async () => {
    const rig = createGateRig([IMPORT, ['remove_note', { text: 'dip' }]], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    await rig.ask(0);
    await rig.decide([choice(0), choice(1)]);
    expect(rig.question.calls[1]?.decision).toMatchObject({ verdict: 'approved', effect: null });
    rig.done(0, ({ notes }) => notes.push('dip'));
    expect(await rig.check(1)).toMatchObject({ kind: 'ask', isNew: false });
  });

  it('and comes to nothing says so, with what the person changed and said', async () => {
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
          'The person changed this call; what ran is remove_note("dip"). The person’s note: tidy up Unknown.',
        error_code: 'missing',
        data: { proposed: { text: 'bun' }, ran_with: { text: 'dip' }, person_note: 'tidy up' },
      },
      decision: 'approved',
      note: 'tidy up',
    });
  });

  it('and is forbidden since doesn’t run', async () => {
    const rig = createGateRig([PUBLISH]);
    await rig.ask(0);
    await rig.decide([choice(0)]);
    rig.setPolicy({ permissions: { publish: 'deny' } });
    expect(await rig.check(0)).toMatchObject({ kind: 'settled', decision: 'denied' });
  });
});
