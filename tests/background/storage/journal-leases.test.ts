import { beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { Journal } from '@/src/core/ports/journal';
import type { HistoryChange } from '@/src/core/ports/page-history';
import { transition } from '@/src/core/records/transition';
import type { Approval } from '@/src/schema/approval';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { createDatabase } from '@/src/store/upgrades';
import { aRestore } from '../../core/checkpoints/a-restore';
import { createMemoryJournal } from '../../fakes/memory-journal';
import { createMemoryTables } from '../../fakes/memory-tables';
import { question } from '../../panel/approval/approval-requests';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';

const ASKED_AT_MS = 1_000;

const PAGE = { page: 'tab:1', document: 'd', order: 0, askedAtMs: 0, context: {}, sequence: 0, writes: [] };
const OPENS: HistoryChange = { page: 'tab:1', change: () => ({ page: PAGE, steps: [] }) };

interface Store {
  journal: Journal & RollbackJournal;
  addChat(chat: Chat): Promise<unknown>;
  addRun(run: Run): Promise<unknown>;
  addApproval(approval: Approval): Promise<unknown>;
}

let nowMs = 0;
const clock = { now: () => nowMs };
let databases = 0;

function overDexie(): Store {
  databases += 1;
  const db = createDatabase(`leases-${databases}`);
  return {
    journal: createJournal(db, clock),
    addChat: (chat) => db.chats.add(chat),
    addRun: (run) => db.runs.add(run),
    addApproval: (approval) => db.approvals.add(approval),
  };
}

function inMemory(): Store {
  const tables = createMemoryTables();
  return {
    journal: createMemoryJournal(tables, clock),
    addChat: async (chat) => tables.chats.add(chat),
    addRun: async (run) => tables.runs.add(run),
    addApproval: async (approval) => tables.approvals.add(approval),
  };
}

function chatOf(id: string, page: { origin?: string; instanceId?: string; adapterId?: string } | null = {}) {
  return aChat({
    id,
    title: `Chat ${id}`,
    binding:
      page === null
        ? null
        : { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes', ...page },
  });
}

const APPROVAL: Approval = { ...question([]), id: 'q', createdAtMs: ASKED_AT_MS };

const PROCESSING: RunStatus = { state: 'processing' };
const LEASE_WAIT = transition(PROCESSING, {
  type: 'page-busy',
  holder: { chatId: 'a', title: 'Chat a' },
  untilMs: 30_000,
});
const A = { chatId: 'a', title: 'Chat a' };

describe.each([
  ['in IndexedDB', overDexie],
  ['in memory, as tests use it', inMemory],
])('the leases of pages %s', (_where, create) => {
  let store: Store;
  let journal: Journal & RollbackJournal;

  const add = async (chat: Chat, status: RunStatus = PROCESSING) => {
    await store.addChat(chat);
    await store.addRun(storedRun(status, { id: `run-${chat.id}`, chatId: chat.id }));
  };

  /** The run’s id begins with `run-` and its chat’s id. */
  const lease = (id: string) => journal.leasePage({ id, chatId: id.charAt(4) });

  beforeEach(async () => {
    nowMs = ASKED_AT_MS;
    store = create();
    ({ journal } = store);
    await add(chatOf('a'));
  });

  it('are granted to exactly one of two runs that request them at once', async () => {
    await add(chatOf('b'));
    const answers = await Promise.all([lease('run-a'), lease('run-b')]);
    expect(answers).toEqual([null, A]);
    expect(await lease('run-a')).toBeNull();
    expect(await lease('run-b')).toEqual(A);
    expect(await journal.pageHolder('b')).toEqual(A);
    expect(await journal.pageHolder('a')).toBeNull();
  });

  it.each<[string, RunStatus]>([
    ['processing', PROCESSING],
    ['waiting for tools', { state: 'waiting-for-tools' }],
    ['starting up', { state: 'waiting-for-all-actors-ready' }],
    ['at an approval', { state: 'waiting-for-approval', approvalId: 'q' }],
    ['about to continue after it got the lease', LEASE_WAIT],
  ])('stay with a run that is %s', async (_, status) => {
    await add(chatOf('b'));
    await store.addApproval(APPROVAL);
    await lease('run-a');
    await journal.updateRun('run-a', { status }, {});
    nowMs = ASKED_AT_MS + 299_999;
    expect(await lease('run-b')).toEqual(A);
  });

  it.each<[string, RunStatus]>([
    ['paused', { state: 'paused', before: PROCESSING }],
    ['over', { state: 'done' }],
    ['waiting for the user', { state: 'waiting-for-user-input', reason: 'question' }],
    ['without an endpoint', { state: 'waiting-for-endpoint' }],
    ['waiting for its page', transition(PROCESSING, { type: 'page-lost', untilMs: 600_000 })],
    ['at an approval that is five minutes old', { state: 'waiting-for-approval', approvalId: 'q' }],
    ['at an approval that is missing', { state: 'waiting-for-approval', approvalId: 'none' }],
  ])('are granted to the next requester if the run is %s, and are then its own', async (_, status) => {
    await add(chatOf('b'));
    await store.addApproval(APPROVAL);
    await lease('run-a');
    await journal.updateRun('run-a', { status }, {});
    nowMs = ASKED_AT_MS + 300_000;
    expect(await journal.pageHolder('b')).toBeNull();
    expect(await lease('run-b')).toBeNull();
    await journal.updateRun('run-a', { status: PROCESSING }, {});
    expect(await lease('run-a')).toEqual({ chatId: 'b', title: 'Chat b' });
  });

  it('pass from one run of a chat to the next', async () => {
    await lease('run-a');
    await store.addRun(storedRun(PROCESSING, { id: 'run-a2', chatId: 'a' }));
    expect(await lease('run-a2')).toBeNull();
  });

  it.each([
    ['of another origin', { origin: 'http://other.test' }],
    ['of another instance', { instanceId: 'j' }],
    ['of another adapter', { adapterId: 'other' }],
    ['without a page', null],
  ])('are not needed by a chat %s', async (_, page) => {
    await add(chatOf('b', page));
    await lease('run-a');
    expect(await lease('run-b')).toBeNull();
    expect(await journal.pageHolder('b')).toBeNull();
    expect(await lease('run-a')).toBeNull();
    await journal.updateRun('run-b', { status: LEASE_WAIT }, {});
    expect(await journal.waitingForPage('a')).toEqual([]);
  });

  it('are waited for by other chats about the page, and by no run that waits for something else', async () => {
    await add(chatOf('b'), LEASE_WAIT);
    await add(chatOf('c'), LEASE_WAIT);
    await add(chatOf('d'), transition(PROCESSING, { type: 'page-lost', untilMs: 1 }));
    await add(chatOf('e'));
    expect((await journal.waitingForPage('a')).sort()).toEqual(['b', 'c']);
    expect(await journal.waitingForPage('b')).toEqual(['c']);
  });

  const restore = (chatId: string) => journal.beginRestore(aRestore(chatId, nowMs), OPENS);

  it('are held by a restore until it ends', async () => {
    await add(chatOf('b'));
    expect(await restore('a')).toBeNull();
    expect(await lease('run-b')).toEqual(A);
    expect(await journal.pageHolder('b')).toEqual(A);
    expect(await journal.pageHolder('a')).toBeNull();
    expect(await restore('b')).toEqual(A);
    expect(await lease('run-a')).toBeNull();
    await journal.updateRun('run-a', { status: { state: 'done' } }, {});
    await journal.endRestore('a', null, null, []);
    expect(await lease('run-b')).toBeNull();
  });

  it('are refused to a restore during the run of another chat', async () => {
    await add(chatOf('b'));
    await lease('run-b');
    const b = { chatId: 'b', title: 'Chat b' };
    expect(await restore('a')).toEqual(b);
    await journal.updateRun('run-b', { status: { state: 'done' } }, {});
    expect(await journal.pageHolder('b')).toBeNull();
    expect(await restore('a')).toBeNull();
  });

  it('are granted to exactly one of a restore and a run that request them at once', async () => {
    await add(chatOf('b'));
    const answers = await Promise.all([restore('a'), lease('run-b')]);
    expect(answers).toEqual([null, A]);
  });

  it('are held by a restore whose worker died for three minutes at most', async () => {
    await add(chatOf('b'));
    await restore('a');
    nowMs += 179_999;
    expect(await lease('run-b')).toEqual(A);
    nowMs += 1;
    expect(await lease('run-b')).toBeNull();
  });

  it('of another page don’t affect a restore', async () => {
    await add(chatOf('b', { instanceId: 'j' }));
    await add(chatOf('c', null));
    expect(await restore('a')).toBeNull();
    expect(await restore('b')).toBeNull();
    expect(await restore('c')).toBeNull();
    expect(await lease('run-b')).toBeNull();
  });

  it.each<[string, (asked: Journal & RollbackJournal) => Promise<unknown>]>([
    ['chat', (j) => j.beginRestore(aRestore('x', 0), OPENS)],
    ['chat', (j) => j.leasePage({ id: 'run-x', chatId: 'x' })],
    ['chat', (j) => j.pageHolder('x')],
    ['chat', (j) => j.waitingForPage('x')],
  ])('are refused to an unknown %s', async (_, ask) => {
    await expect(ask(journal)).rejects.toMatchObject({ code: 'not-found' });
  });
});
