import { expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

it('a call that changed something leaves one row, with all that is known of it', async () => {
  const h = await createLoopHarness([calls(['add_note', '{ "text":"eggs" }']), says('Added.')]);
  const before = h.notes.hash();
  const { run, conversation } = await h.send('Add eggs');
  const result = conversation.find((entry) => entry.role === 'tool');
  expect(await h.db.audit.toArray()).toEqual([
    {
      id: expect.any(String),
      atMs: expect.any(Number),
      origin: 'http://notes.test',
      chatId: h.chatId,
      runId: run?.id,
      executionId: result?.executionId,
      tool: 'add_note',
      argumentsText: '{ "text":"eggs" }',
      decision: 'allowed',
      success: true,
      errorCode: null,
      stateHashBefore: before,
      stateHashAfter: h.notes.hash(),
    },
  ]);
});

it.each([
  [
    'allowed and refused by the page',
    [['add_note', { text: 'milk' }]],
    null,
    ['allowed', false, 'duplicate', true],
  ],
  ['approved', [['publish', {}]], 'approve', ['approved', true, null, true]],
  ['rejected', [['publish', {}]], 'reject', ['rejected', false, 'rejected_by_user', false]],
  ['denied', [['remove_note', { text: 'milk' }]], null, ['denied', false, 'denied_by_policy', false]],
  [
    'not asked, since it can’t be run',
    [['add_note', {}]],
    null,
    ['not-asked', false, 'invalid_parameters', false],
  ],
  [
    'not asked, since the run was stopped',
    [['publish', {}]],
    'stop',
    ['not-asked', false, 'cancelled', false],
  ],
] as const)(
  'a call that is %s leaves a row',
  async (_what, made, then, [decision, success, errorCode, reached]) => {
    const h = await createLoopHarness(
      [calls(...made.map(([name, args]): [string, unknown] => [name, args])), says('I see.')],
      { settings: { permissions: { remove_note: 'deny' } } },
    );
    await h.send('Go');
    if (then === 'stop') await h.loop.stop(h.chatId);
    else if (then !== null) await h.loop.decideApproval((await h.pendingApproval()).id, then, '');
    await h.settled();
    const rows = await h.db.audit.toArray();
    expect(rows).toMatchObject([{ tool: made[0][0], decision, success, errorCode }]);
    expect(rows.map(({ stateHashBefore, stateHashAfter }) => [stateHashBefore, stateHashAfter])).toEqual([
      reached ? [h.notes.hash(), h.notes.hash()] : [null, null],
    ]);
  },
);

it('calls that change nothing leave none', async () => {
  const h = await createLoopHarness([
    calls(
      ['count_notes', {}],
      ['find_note', { text: 'x' }],
      ['nonsense', {}],
      ['finish_task', { summary: 'Done.' }],
    ),
  ]);
  await h.send('Go');
  expect(await h.db.audit.count()).toBe(0);
});

it('rows stand in the order of the calls', async () => {
  const names = ['a', 'b', 'c'];
  const h = await createLoopHarness([
    calls(...names.map((text): [string, unknown] => ['add_note', { text }])),
    says('All.'),
  ]);
  await h.send('Go');
  const rows = (await h.db.audit.toArray()).sort((left, right) => left.atMs - right.atMs);
  expect(rows.map(({ argumentsText }) => argumentsText)).toEqual(names.map((text) => `{"text":"${text}"}`));
  expect(rows.slice(1).map(({ stateHashBefore }) => stateHashBefore)).toEqual(
    rows.slice(0, -1).map(({ stateHashAfter }) => stateHashAfter),
  );
});
