import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { waitingRequests } from '@/src/background/notifications/waiting-requests';
import type { Approval } from '@/src/core/records/approval';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { RunStatus } from '@/src/core/records/run-status';
import { StewardDatabase } from '@/src/store/db';
import { storedRun } from '../../panel/stored-run';

let count = 0;

/** A database with one chat per row: its run’s status, and the state of its approval. */
async function record(rows: { id: string; status: RunStatus; state: Approval['state'] }[]) {
  count += 1;
  const db = new StewardDatabase(`requests-${count}`);
  for (const [index, { id, status, state }] of rows.entries()) {
    const binding = { adapterId: 'x', origin: 'http://x', instanceId: id, title: `Page of ${id}` };
    const settings = newChatSettings();
    await db.chats.add(newChat({ id, title: 'Hide all', atMs: 0, binding, settings, lastStateHash: null }));
    await db.runs.add(storedRun(status, { id: `r-${id}`, chatId: id, startedAtMs: rows.length - index }));
    await db.approvals.add(approval(`a-${id}`, id, state));
  }
  return db;
}

function approval(id: string, chatId: string, state: Approval['state']): Approval {
  const net = { summary: '', effects: [], unchanged: null, differences: [], notes: [] };
  return {
    id,
    chatId,
    runId: `r-${chatId}`,
    messageId: 'm',
    calls: [],
    askedOn: {},
    preview: { atMs: 0, stateHash: '', dryRun: { calls: [], net }, since: [], sinceBy: [], digest: '' },
    createdAtMs: 0,
    state,
    decidedAtMs: null,
  };
}

const asking = (id: string): RunStatus => ({ state: 'waiting-for-approval', approvalId: `a-${id}` });

it('lists the pending requests of all chats, in the order of their runs, with the page’s title', async () => {
  const db = await record([
    { id: 'late', status: asking('late'), state: 'pending' },
    { id: 'early', status: asking('early'), state: 'pending' },
  ]);
  expect(await waitingRequests(db)).toEqual([
    { approvalId: 'a-early', chatId: 'early', pageTitle: 'Page of early' },
    { approvalId: 'a-late', chatId: 'late', pageTitle: 'Page of late' },
  ]);
});

it.each<[string, RunStatus, Approval['state']]>([
  ['was decided', asking('c'), 'decided'],
  ['was withdrawn', asking('c'), 'withdrawn'],
  ['belongs to a run that works', { state: 'processing' }, 'pending'],
  ['belongs to a paused run', { state: 'paused', before: asking('c') as never }, 'pending'],
  ['doesn’t exist', asking('other'), 'pending'],
])('leaves out a request that %s', async (_, status, state) => {
  expect(await waitingRequests(await record([{ id: 'c', status, state }]))).toEqual([]);
});

it('rejects with a storage error if the database fails', async () => {
  const db = await record([]);
  db.close();
  await expect(waitingRequests(db)).rejects.toMatchObject({ code: 'storage' });
});
