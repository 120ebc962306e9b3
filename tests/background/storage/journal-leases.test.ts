import { beforeEach, describe, expect, it } from 'vitest';
import { transition } from '@/src/core/records/transition';
import type { Chat } from '@/src/schema/chat';
import type { RunStatus } from '@/src/schema/run-status';
import { aRestore } from '../../core/checkpoints/a-restore';
import { HERE } from '../../fakes/copied-chat';
import { question } from '../../panel/approval/approval-requests';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';
import { historyChange, JOURNALS, type Rig } from './journal-rig';

const ASKED_AT_MS = 1_000;
let nowMs = 0;

const chatOf = (id: string, page: Partial<Chat['binding']> = {}) =>
  aChat({ id, title: `Chat ${id}`, binding: page && { ...HERE, ...page } });

const PROCESSING: RunStatus = { state: 'processing' };
const LEASE_WAIT = transition(PROCESSING, {
  type: 'page-busy',
  holder: { chatId: 'a', title: 'Chat a' },
  untilMs: 30_000,
});
const A = { chatId: 'a', title: 'Chat a' };

describe.each(JOURNALS)('the leases of pages %s', (_where, create) => {
  let rig: Rig;
  let journal: Rig['journal'];

  const add = async (chat: Chat, status: RunStatus = PROCESSING) => {
    await rig.add('chats', chat);
    await rig.add('runs', storedRun(status, { id: `run-${chat.id}`, chatId: chat.id }));
  };

  /** The run’s id begins with `run-` and its chat’s id. */
  const lease = (id: string) => journal.leasePage({ id, chatId: id.charAt(4) });

  beforeEach(async () => {
    nowMs = ASKED_AT_MS;
    rig = create({ now: () => nowMs });
    ({ journal } = rig);
    await rig.add('approvals', { ...question([]), id: 'q', createdAtMs: ASKED_AT_MS });
    for (const id of ['a', 'b']) await add(chatOf(id));
  });

  it('of a site name the chat that is about it', async () => {
    await add({ ...chatOf('s'), memberOf: 'a' });
    await lease('run-s');
    expect(await lease('run-b')).toEqual(A);
  });

  it('are granted to exactly one of two runs that request them at once', async () => {
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
    await rig.add('runs', storedRun(PROCESSING, { id: 'run-a2', chatId: 'a' }));
    expect(await lease('run-a2')).toBeNull();
  });

  it.each([
    ['of another origin', { origin: 'http://other.test' }],
    ['of another instance', { instanceId: 'j' }],
    ['of another adapter', { adapterId: 'other' }],
    ['without a page', null],
  ])('are not needed by a chat %s', async (_, page) => {
    await add(chatOf('o', page));
    await lease('run-a');
    expect(await lease('run-o')).toBeNull();
    expect(await journal.pageHolder('o')).toBeNull();
    expect(await lease('run-a')).toBeNull();
    await journal.updateRun('run-o', { status: LEASE_WAIT }, {});
    expect(await journal.waitingForPage('a')).toEqual([]);
  });

  it('are waited for by other chats about the page, and by no run that waits for something else', async () => {
    await journal.updateRun('run-b', { status: LEASE_WAIT }, {});
    await add(chatOf('c'), LEASE_WAIT);
    await add(chatOf('d'), transition(PROCESSING, { type: 'page-lost', untilMs: 1 }));
    await add(chatOf('e'));
    expect((await journal.waitingForPage('a')).sort()).toEqual(['b', 'c']);
    expect(await journal.waitingForPage('b')).toEqual(['c']);
  });

  const restore = (chatId: string) => journal.beginRestore(aRestore(chatId, nowMs), historyChange(0));

  it('are held by a restore until it ends', async () => {
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
    await lease('run-b');
    const b = { chatId: 'b', title: 'Chat b' };
    expect(await restore('a')).toEqual(b);
    await journal.updateRun('run-b', { status: { state: 'done' } }, {});
    expect(await journal.pageHolder('b')).toBeNull();
    expect(await restore('a')).toBeNull();
  });

  it('are granted to exactly one of a restore and a run that request them at once', async () => {
    const answers = await Promise.all([restore('a'), lease('run-b')]);
    expect(answers).toEqual([null, A]);
  });

  it('are held by a restore whose worker died for three minutes at most', async () => {
    await restore('a');
    nowMs += 179_999;
    expect(await lease('run-b')).toEqual(A);
    nowMs += 1;
    expect(await lease('run-b')).toBeNull();
  });

  it('of another page don’t affect a restore', async () => {
    await add(chatOf('o', { instanceId: 'j' }));
    await add(chatOf('c', null));
    for (const id of ['a', 'o', 'c']) expect(await restore(id)).toBeNull();
    expect(await lease('run-o')).toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a restore', () => restore('x')],
    ['a run', () => lease('run-x')],
    ['a reader of the holder', () => journal.pageHolder('x')],
    ['a reader of those that wait', () => journal.waitingForPage('x')],
  ])('are refused to %s of an unknown chat', async (_, request) => {
    await expect(request()).rejects.toMatchObject({ code: 'not-found' });
  });
});
