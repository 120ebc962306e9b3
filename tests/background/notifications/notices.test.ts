import { expect, it } from 'vitest';
import { currentNotices, type NoticeKind } from '@/src/background/notifications/notices';
import type { Approval } from '@/src/schema/approval';
import type { RunStatus } from '@/src/schema/run-status';
import { say } from '@/src/schema/values/said';
import { question } from '../../panel/approval/approval-requests';
import { ended, storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

/** A database with one chat per row: its run’s status, and the state of its approval. */
async function record(rows: { id: string; status: RunStatus; state: Approval['state'] }[]) {
  const db = ownDatabase();
  for (const [index, { id, status, state }] of rows.entries()) {
    const binding = { adapterId: 'x', origin: 'http://x', instanceId: id, title: `Page of ${id}` };
    await db.chats.add(aChat({ id, title: 'Hide all', binding }));
    await db.runs.add(storedRun(status, { id: `r-${id}`, chatId: id, startedAtMs: rows.length - index }));
    await db.approvals.add({ ...question([]), id: `a-${id}`, chatId: id, runId: `r-${id}`, state });
  }
  return db;
}

const asking = (id: string): RunStatus => ({ state: 'waiting-for-approval', approvalId: `a-${id}` });

it('lists the pending requests of all chats, in the order of their runs, with the page’s title', async () => {
  const db = await record([
    { id: 'late', status: asking('late'), state: 'pending' },
    { id: 'early', status: asking('early'), state: 'pending' },
  ]);
  expect(await currentNotices(db)).toEqual([
    { id: 'approval:a-early', kind: 'approval', chatId: 'early', place: 'Page of early' },
    { id: 'approval:a-late', kind: 'approval', chatId: 'late', place: 'Page of late' },
  ]);
});

it.each<[string, RunStatus, Approval['state']]>([
  ['was decided', asking('c'), 'decided'],
  ['was withdrawn', asking('c'), 'withdrawn'],
  ['belongs to a run that works', { state: 'processing' }, 'pending'],
  ['belongs to a paused run', { state: 'paused', before: asking('c') as never }, 'pending'],
  ['doesn’t exist', asking('other'), 'pending'],
])('leaves out a request that %s', async (_, status, state) => {
  expect(await currentNotices(await record([{ id: 'c', status, state }]))).toEqual([]);
});

/** A chat whose run has this status, and an earlier run that was left at the limit of rounds. */
async function withRun(status: RunStatus, isUnread: boolean) {
  const db = await record([{ id: 'c', status, state: 'decided' }]);
  await db.chats.update('c', { isUnread });
  await db.runs.update('r-c', { startedAtMs: 5, endedAtMs: 9 });
  const earlier: RunStatus = { state: 'waiting-for-user-input', reason: 'round-limit' };
  await db.runs.add(storedRun(earlier, { id: 'earlier', chatId: 'c', startedAtMs: 1 }));
  return db;
}

const asks = (reason: 'question' | 'round-limit' | 'requested' | 'rolled-back'): RunStatus => ({
  state: 'waiting-for-user-input',
  reason,
});

it.each<[string, RunStatus, isUnread: boolean, NoticeKind | null]>([
  ['asks a question', asks('question'), false, 'question'],
  ['reached a limit', asks('round-limit'), false, 'continue'],
  ['waits as the user wanted', asks('requested'), false, 'continue'],
  ['was rolled back by the user', asks('rolled-back'), true, null],
  ['has no model', { state: 'waiting-for-endpoint' }, false, 'endpoint'],
  ['works', { state: 'processing' }, true, null],
  ['failed unseen', ended('error'), true, 'failed'],
  ['failed in sight of the user', ended('error'), false, null],
  ['ended unseen', ended('completed'), true, 'ended'],
  ['was done unseen', { state: 'done' }, true, 'ended'],
  ['ended in sight of the user', { state: 'done' }, false, null],
  ['was stopped by the user', ended('stopped'), true, null],
])('a chat whose newest run %s: %#', async (_, status, isUnread, kind) => {
  const notices = await currentNotices(await withRun(status, isUnread));
  expect(notices.map((notice) => notice.kind)).toEqual(kind === null ? [] : [kind]);
});

it('a second wait of the same run is another notice', async () => {
  const db = await withRun(asks('question'), false);
  const [first] = await currentNotices(db);
  await db.runs.update('r-c', { endedAtMs: 20 });
  const [second] = await currentNotices(db);
  expect([first?.id, second?.id]).toEqual(['run:r-c:9', 'run:r-c:20']);
});

it('a chat about several sites is named after their number, and has the notices of its sites', async () => {
  const db = await record([{ id: 'site', status: asking('site'), state: 'pending' }]);
  const targets = ['site', 'b'].map((name) => ({ name, chatId: name }));
  await db.chats.add({ ...aChat({ id: 'leading' }), targets });
  await db.chats.update('site', { memberOf: 'leading' });
  await db.runs.update('r-site', { carriesOut: 'answer' });
  const notice = { id: 'sites:answer', kind: 'approval', chatId: 'leading' };
  expect(await currentNotices(db)).toEqual([{ ...notice, place: say('sites.count', { count: 2 }) }]);
  await db.runs.update('r-site', { status: ended('completed') });
  await db.chats.update('site', { isUnread: true });
  expect(await currentNotices(db)).toEqual([]);
});

it('a deleted chat has no notice', async () => {
  const db = await withRun(ended('error'), true);
  await db.chats.update('c', { deletedAtMs: 1 });
  expect(await currentNotices(db)).toEqual([]);
});

it('rejects with a storage error if the database fails', async () => {
  const db = await record([]);
  db.close();
  await expect(currentNotices(db)).rejects.toMatchObject({ code: 'storage' });
});
