import { expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { add, PUBLISH } from './made-calls';
import { note } from './page-notice';

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
  h.notes.hooks.afterExecute = async () => {
    h.notes.hooks.afterExecute = null;
    h.notes.close();
    throw new StewardError('page-gone', 'The page was closed.', { remedy: 'Open it.' });
  };
  await h.send('Publish');
  h.notes.reopen();
  await h.restart().recover(h.chatId, false);
  await note(h, 'there');
  const [row] = await h.db.audit.toArray();
  expect(row).toMatchObject({ subject: 'publish', savedBefore: '["milk"]', success: true });
});

it('stores nothing for a commit that was rejected or never started', async () => {
  const { h } = await userSends('Publish', [calls(PUBLISH), says('As you like.')]);
  await h.decided('reject');
  const [execution] = await h.db.executions.toArray();
  expect(execution).toMatchObject({ name: 'publish', write: null });
  expect(await h.db.audit.toArray()).toMatchObject([{ subject: 'publish', savedBefore: null }]);
});
