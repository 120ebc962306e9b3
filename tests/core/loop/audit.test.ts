import { expect, it } from 'vitest';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { verifyChain } from '../../fakes/verify-chain';
import { COUNT, FINISH, PUBLISH } from './made-calls';

it('a call that changed something has one audit row, with all its facts', async () => {
  const h = await createLoopHarness([calls(['add_note', '{ "text":"eggs" }']), says('Added.')]);
  const before = h.notes.hash();
  const { run, conversation } = await h.send('Add eggs');
  const result = conversation.find((entry) => entry.role === 'tool');
  const rows = await h.db.audit.toArray();
  expect(rows).toEqual([
    {
      id: expect.any(String),
      atMs: expect.any(Number),
      origin: 'http://notes.test',
      chatId: h.chatId,
      runId: run?.id,
      messageId: conversation[1]?.id,
      executionId: result?.executionId,
      action: 'call',
      subject: 'add_note',
      proposed: '{ "text":"eggs" }',
      decision: 'allowed',
      note: '',
      ran: '{"text":"eggs"}',
      success: true,
      errorCode: null,
      stateHashBefore: before,
      stateHashAfter: h.notes.hash(),
      savedBefore: null,
      sequence: 1,
      previousHash: null,
      hash: expect.any(String),
    },
  ]);
});

const MILK = { text: 'milk' };

it.each<
  [
    string,
    [string, unknown],
    'approve' | 'reject' | 'stop' | null,
    [string, string, string | null, string | null],
  ]
>([
  [
    'allowed and refused by the page',
    ['add_note', MILK],
    null,
    ['allowed', '', 'duplicate', '{"text":"milk"}'],
  ],
  ['approved', PUBLISH, 'approve', ['approved', 'as you like', null, '{}']],
  ['rejected', PUBLISH, 'reject', ['rejected', 'as you like', 'rejected_by_user', null]],
  ['denied', ['remove_note', MILK], null, ['denied', '', 'denied_by_policy', null]],
  ['not asked, since it can’t be run', ['add_note', {}], null, ['not-asked', '', 'invalid_parameters', null]],
  ['not asked, since the run was stopped', PUBLISH, 'stop', ['not-asked', '', 'cancelled', null]],
])('a call that is %s leaves a row', async (_what, made, then, [decision, note, errorCode, ran]) => {
  const { h } = await userSends('Go', [calls(made), says('I see.')], {
    settings: { permissions: { remove_note: 'deny' } },
  });
  if (then === 'stop') await h.loop.stopGracefully(h.chatId);
  else if (then !== null) await h.decided(then, 'as you like');
  const hash = ran === null ? null : h.notes.hash();
  expect(await h.db.audit.toArray()).toMatchObject([
    {
      subject: made[0],
      decision,
      note,
      ran,
      success: errorCode === null,
      errorCode,
      stateHashBefore: hash,
      stateHashAfter: hash,
    },
  ]);
});

it('calls that change nothing have no row', async () => {
  const { h } = await userSends('Go', [calls(COUNT, ['find_note', { text: 'x' }], ['nonsense', {}], FINISH)]);
  expect(await h.db.audit.count()).toBe(0);
});

it('rows are in the order of the calls, each chained to the previous one', async () => {
  const names = ['a', 'b', 'c'];
  const { h } = await userSends('Go', [
    calls(...names.map((text): [string, unknown] => ['add_note', { text }])),
    says('All.'),
  ]);
  const rows = await h.db.audit.orderBy('[origin+sequence]').toArray();
  const last = rows.at(-1);
  if (last === undefined) throw new Error('there are no rows');
  expect(verifyChain(rows, last)).toMatchObject({ kind: 'intact', count: 3 });
  expect(rows.map(({ proposed }) => proposed)).toEqual(names.map((text) => `{"text":"${text}"}`));
  expect(rows.slice(1).map(({ stateHashBefore }) => stateHashBefore)).toEqual(
    rows.slice(0, -1).map(({ stateHashAfter }) => stateHashAfter),
  );
});
