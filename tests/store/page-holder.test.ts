import { beforeEach, describe, expect, it } from 'vitest';
import { APPROVAL_LOCK_MS } from '@/src/core/page-lock/lock-of';
import type { RunStatus } from '@/src/schema/run-status';
import { DATABASE_NAME } from '@/src/store/db';
import { readPageHolder } from '@/src/store/page-holder';
import { createDatabase } from '@/src/store/upgrades';
import { copiedChat, HERE } from '../fakes/copied-chat';
import { question } from '../panel/approval/approval-requests';
import { ended, storedRun } from '../panel/stored-run';

const db = createDatabase(DATABASE_NAME);
const LEASE = { origin: HERE.origin, instanceId: HERE.instanceId, adapterId: HERE.adapterId };

beforeEach(async () => {
  await db.delete();
  await db.open();
  await db.chats.bulkPut([copiedChat(), { ...copiedChat(), id: 'o', title: 'Block previews' }]);
});

/** Gives the lease of the page to a run of the chat, in this status. */
async function lease(chatId: string, status: RunStatus): Promise<void> {
  await db.runs.put({ ...storedRun(status), chatId });
  await db.pageLeases.put({ ...LEASE, runId: 'r' });
}

const OTHER = { chatId: 'o', title: 'Block previews', untilMs: null };

describe('the other chat that works on a page', () => {
  it.each<[string, string, RunStatus, object | null]>([
    ['works', 'o', { state: 'processing' }, OTHER],
    ['runs calls', 'o', { state: 'waiting-for-tools' }, OTHER],
    ['is paused', 'o', { state: 'paused', before: { state: 'processing' } }, null],
    ['is over', 'o', ended('completed'), null],
    ['is this chat', 'c', { state: 'processing' }, null],
  ])('whose run has the lease and %s', async (_, chatId, status, expected) => {
    await lease(chatId, status);
    expect(await readPageHolder(db, 'c', 0)).toEqual(expected);
  });

  it.each<[string, leading: string, asking: string, object | null]>([
    ['a site of another chat is that chat', 'o', 'c', OTHER],
    ['the first site of a chat about several sites is none for that chat', 'c', 'c', null],
  ])('that works on %s', async (_, leading, asking, expected) => {
    const targets = ['a', 'b'].map((name) => ({ name, chatId: name }));
    await db.chats.update(leading, { targets });
    await db.chats.put({ ...copiedChat(), id: 'a', title: 'PROD', memberOf: leading });
    await lease('a', { state: 'processing' });
    expect(await readPageHolder(db, asking, 0)).toEqual(expected);
  });

  it('is null for a read-only chat, which doesn’t have to wait', async () => {
    await lease('o', { state: 'processing' });
    const { settings } = copiedChat();
    await db.chats.update('c', { settings: { ...settings, approvalPolicy: 'read-only' } });
    expect(await readPageHolder(db, 'c', 0)).toBeNull();
  });

  it.each<[string, string, object | null]>([
    ['the chat about several sites that another site’s chat belongs to', 'o', OTHER],
  ])('is %s', async (_, leading, expected) => {
    await db.chats.put({ ...copiedChat(), id: 'member', title: 'Calls', memberOf: leading });
    await lease('member', { state: 'processing' });
    expect(await readPageHolder(db, 'c', 0)).toEqual(expected);
  });

  it('has it for a limited time while it waits for an approval', async () => {
    const approval = question([]);
    await db.approvals.put({ ...approval, chatId: 'o' });
    await lease('o', { state: 'waiting-for-approval', approvalId: approval.id });
    const untilMs = approval.createdAtMs + APPROVAL_LOCK_MS;
    expect(await readPageHolder(db, 'c', untilMs - 1)).toEqual({ ...OTHER, untilMs });
    expect(await readPageHolder(db, 'c', untilMs)).toBeNull();
  });

  it('is none for a free page, and for a chat without a page', async () => {
    expect(await readPageHolder(db, 'c', 0)).toBeNull();
    await lease('o', { state: 'processing' });
    await db.chats.update('c', { binding: null });
    expect(await readPageHolder(db, 'c', 0)).toBeNull();
  });
});
