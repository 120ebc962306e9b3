import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createUnreadMarks } from '@/src/background/panel-server/unread-marks';
import { hasEnded, waitsForUser } from '@/src/core/records/transition';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { STATUSES } from '../../core/loop/status-examples';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let watched: string[];
const onChanged = vi.fn();

beforeEach(async () => {
  db = ownDatabase();
  watched = [];
  onChanged.mockClear();
  await db.chats.add(aChat({}));
});

function marks(log = createMemoryLogger('warning')) {
  return createUnreadMarks({
    db,
    clock: { now: () => 7_000 },
    isWatched: (chatId) => watched.includes(chatId),
    logger: log.logger,
    onChanged,
  });
}

const isUnread = async () => (await db.chats.get('c'))?.isUnread;
const source = { chatId: 'c', runId: 'r', attempt: 1 };

describe('a chat that no panel shows', () => {
  it.each(Object.entries(STATUSES))(
    'whose run gets the status %s is unread if that is the user’s turn',
    async (_, status) => {
      marks().emit(source, { type: 'status-changed', status });
      await expect.poll(isUnread).toBe(hasEnded(status) || waitsForUser(status));
    },
  );

  it('is read once a panel shows it', async () => {
    const unread = marks();
    unread.emit(source, { type: 'status-changed', status: { state: 'done' } });
    await expect.poll(isUnread).toBe(true);
    unread.clear('c');
    await expect.poll(isUnread).toBe(false);
    await expect.poll(() => onChanged.mock.calls.length).toBe(2);
  });
});

it('a chat that a panel shows stays read', async () => {
  watched = ['c'];
  marks().emit(source, { type: 'status-changed', status: { state: 'done' } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(await isUnread()).toBe(false);
});

it('a mark that can’t be stored is logged', async () => {
  const log = createMemoryLogger('warning');
  db.close();
  marks(log).clear('c');
  await expect.poll(() => log.entries.map(({ topic }) => topic)).toEqual(['chat.unread']);
});

it.each([
  ['which keeps chats for a time after their last use, counts as used', 30, 7_000],
  ['which says nothing of that, keeps its time', null, 5],
])('a chat that a panel shows in an organisation %s', async (_, retentionDays, atMs) => {
  db.policy = { ...NO_POLICY, retentionDays };
  await db.chats.update('c', { updatedAtMs: 5 });
  marks().clear('c');
  await expect.poll(async () => (await db.chats.get('c'))?.updatedAtMs).toBe(atMs);
});
