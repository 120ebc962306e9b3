import { expect, it } from 'vitest';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { verifyChain } from '../../fakes/verify-chain';
import { atNextCall, losePage, restartWorker } from './interruptions';
import { add, type Call, COUNT, FINISH, PUBLISH, REMOVE_MILK } from './made-calls';
import { note } from './page-notice';

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

it.each<[string, Call, 'approve' | 'reject' | 'stop' | null, [string, string, string | null, string | null]]>(
  [
    ['allowed and refused by the page', add('milk'), null, ['allowed', '', 'duplicate', '{"text":"milk"}']],
    ['approved', PUBLISH, 'approve', ['approved', 'as you like', null, '{}']],
    ['rejected', PUBLISH, 'reject', ['rejected', 'as you like', 'rejected_by_user', null]],
    ['denied', REMOVE_MILK, null, ['denied', '', 'denied_by_policy', null]],
    [
      'not asked, since it can’t be run',
      ['add_note', {}],
      null,
      ['not-asked', '', 'invalid_parameters', null],
    ],
    ['asked about when the run was stopped', PUBLISH, 'stop', ['unanswered', '', 'cancelled', null]],
  ],
)('a call that is %s leaves a row', async (_what, made, then, [decision, note, errorCode, ran]) => {
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
      savedBefore: decision === 'approved' ? '["milk"]' : null,
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
  const { h } = await userSends('Go', [calls(...names.map(add)), says('All.')]);
  const rows = await h.db.audit.orderBy('[origin+sequence]').toArray();
  const last = rows.at(-1);
  if (last === undefined) throw new Error('there are no rows');
  expect(verifyChain(rows, last)).toMatchObject({ kind: 'intact', count: 3 });
  expect(rows.map(({ proposed }) => proposed)).toEqual(names.map((text) => `{"text":"${text}"}`));
  expect(rows.slice(1).map(({ stateHashBefore }) => stateHashBefore)).toEqual(
    rows.slice(0, -1).map(({ stateHashAfter }) => stateHashAfter),
  );
});

const ALLOWED = { settings: { permissions: { publish: 'allow' } } } as const;

it('stores what each commit overwrites before it starts, in the journal and in the audit', async () => {
  const h = await createLoopHarness(
    [calls(add('eggs'), PUBLISH, add('tea'), PUBLISH), says('Done.')],
    ALLOWED,
  );
  const before: unknown[] = [];
  h.notes.hooks.beforeExecute = async (tool) => {
    if (tool !== 'publish') return;
    const started = (await h.db.executions.toArray()).find(({ state }) => state === 'started');
    before.push(started?.write?.savedBefore);
  };
  await h.send('Add and publish, twice');
  expect(before).toEqual([['milk'], ['milk', 'eggs']]);
  const audit = await h.db.audit.orderBy('[origin+sequence]').toArray();
  expect(audit.map(({ subject, savedBefore }) => [subject, savedBefore])).toEqual([
    ['add_note', null],
    ['publish', '["milk"]'],
    ['add_note', null],
    ['publish', '["milk","eggs"]'],
  ]);
  const writes = (await h.db.executions.toArray()).filter(({ name }) => name === 'add_note');
  expect(writes.map(({ write }) => write?.savedBefore)).toEqual([null, null]);
});

it('stores it for an interrupted commit whose outcome is queried later', async () => {
  const h = await createLoopHarness([calls(PUBLISH), says('Done.')], ALLOWED);
  atNextCall(h, 'afterExecute', () => losePage(h));
  await h.send('Publish');
  h.notes.reopen();
  await restartWorker(h);
  await note(h, 'there');
  const [row] = await h.db.audit.toArray();
  expect(row).toMatchObject({ subject: 'publish', savedBefore: '["milk"]', success: true });
});

it('a call that the policy allows and whose dry run fails leaves a row of an allowed call', async () => {
  const { h } = await userSends('Go', [calls(add('milk')), says('I see.')], { hasDryRuns: true });
  expect(await h.db.audit.toArray()).toMatchObject([
    { decision: 'allowed', success: false, errorCode: 'duplicate' },
  ]);
});
