import { IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { checkAtStart } from '@/src/background/storage/check-integrity';
import { createDataChecks, START_DELAY_MS, WHOLE_CHECK_EVERY_MS } from '@/src/background/storage/data-checks';
import { deleteChatRows } from '@/src/background/storage/delete-chat';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import { exportedChat } from '@/src/store/chat-export';
import { createChatListReader } from '@/src/store/chat-list';
import type { StewardDatabase } from '@/src/store/db';
import { calls, createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';
import { aChat } from '../a-chat';

const NOTHING: IntegrityReport = { recoveredChats: [], chatsWithoutRun: [], strayRows: [] };

/** A chat with a finished run and a changed page, and the checks over its database. */
async function withChat(more: Turn[] = []) {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.'), ...more], {
    hasDryRuns: true,
  });
  await h.send('Add eggs');
  const work = { isBusy: false };
  const examined: [done: number, total: number][] = [];
  const checks = createDataChecks({
    db: h.db,
    isBusy: () => work.isBusy,
    log: h.deps.logger,
    clock: h.clock,
    timer: h.time,
    ids: h.deps.ids,
    onChats: (...chats) => examined.push(chats),
  });
  /** A start of the worker, until its checks are over. */
  async function start() {
    const checking = checks.afterStart();
    await h.time.pass(START_DELAY_MS);
    await checking;
    return (await state())?.unseen ?? null;
  }
  const warnings = () => h.logged.filter(({ topic }) => topic === 'storage.integrity');
  const state = () => h.db.integrity.get('state');
  return { h, db: h.db, chatId: h.chatId, checks, work, start, warnings, state, examined };
}

/** All rows of the record, to compare. */
const recordOf = (db: StewardDatabase) =>
  Promise.all(
    [db.messages, db.runs, db.executions, db.approvals, db.checkpoints, db.usage, db.payloads].map((table) =>
      table.toCollection().toArray(),
    ),
  );

describe('a check of the whole database', () => {
  it('finds nothing if all rows fit together', async () => {
    const { checks, warnings } = await withChat();
    expect(await checks.check()).toEqual(NOTHING);
    expect(warnings()).toEqual([]);
  });

  it('says how many chats were examined, whether their rows are there or not', async () => {
    const { db, checks, examined } = await withChat();
    await db.chats.bulkAdd(Array.from({ length: 24 }, (_, index) => aChat({ id: `c${index}` })));
    await checks.check();
    expect(examined).toEqual([
      [10, 25],
      [20, 25],
      [25, 25],
    ]);
  });

  it('gives the record of a missing chat a chat again, which asks for each change and is found by its title, and deletes nothing', async () => {
    const { db, chatId, checks } = await withChat();
    const before = await recordOf(db);
    await db.chats.delete(chatId);
    expect((await checks.check()).recoveredChats).toMatchObject([{ chatId }]);
    expect(await recordOf(db)).toEqual(before);
    expect(await db.chats.get(chatId)).toMatchObject({
      title: 'Recovered chat',
      binding: null,
      // The permissions of the lost one are unknown.
      settings: { approvalPolicy: 'ask-every-change', permissions: {} },
    });
    const list = createChatListReader(db);
    expect((await list.first({ text: 'recovered', limit: 5 })).chats).toMatchObject([{ chatId }]);
    expect((await exportedChat(db, chatId, 0))?.messages).toHaveLength(before[0]?.length ?? 0);
    expect((await checks.check()).recoveredChats).toEqual([]);
  });

  it('names the table and number of rows whose message is missing', async () => {
    const { db, checks } = await withChat();
    await db.messages.clear();
    expect((await checks.check()).strayRows).toEqual([
      { table: 'executions', missing: 'message', chatId: null, rows: 1 },
      { table: 'checkpoints', missing: 'message', chatId: null, rows: 1 },
    ]);
  });

  it('names what was written late for a deleted chat, and does not bring the chat back', async () => {
    const { db, chatId, checks } = await withChat();
    await db.chats.update(chatId, { deletedAtMs: 1 });
    await deleteChatRows(db, { chatId, deletedAtMs: 1 });
    // Written in another transaction that had begun before.
    await db.payloads.add({ chatId, runId: null, atMs: 0, direction: 'received', data: {}, size: 2 });
    await db.composerTexts.put({ chatId, text: 'a thought', imageIds: [] });
    expect(await checks.check()).toEqual({
      ...NOTHING,
      strayRows: [
        { table: 'composerTexts', missing: 'chat', chatId, rows: 1 },
        { table: 'payloads', missing: 'chat', chatId, rows: 1 },
      ],
    });
    expect(await db.chats.count()).toBe(0);
    expect(await db.payloads.count()).toBe(1);
  });
});

describe('the check after the worker’s start', () => {
  it('waits, so that the first requests do not', async () => {
    const { h, db, checks } = await withChat();
    const reads = vi.spyOn(db, 'transaction');
    const checking = checks.afterStart();
    await h.time.pass(START_DELAY_MS - 100);
    expect(reads).not.toHaveBeenCalled();
    await h.time.pass(100);
    await checking;
    expect(reads).toHaveBeenCalled();
  });

  it.each<[string, (db: StewardDatabase) => Promise<unknown>, (chatId: string) => Partial<IntegrityReport>]>([
    [
      'a chat whose row is missing',
      (db) => db.chats.clear(),
      (chatId) => ({ recoveredChats: [{ chatId, rows: 9 }] }),
    ],
    [
      'a chat without its last run',
      (db) => db.runs.clear(),
      (chatId) => ({ chatsWithoutRun: [{ chatId, title: 'Add eggs' }] }),
    ],
    [
      'an open run without its opening message',
      async (db) => {
        const [run] = await db.runs.where('isOpen').equals(1).toArray();
        await db.messages.delete(run?.openingMessageId ?? '');
      },
      (chatId) => ({ strayRows: [{ table: 'runs', missing: 'message', chatId, rows: 1 }] }),
    ],
    [
      'requests that were kept of a chat that is gone',
      (db) =>
        Promise.all(
          [db.messages, db.runs, db.executions, db.checkpoints, db.chats, db.requestParts].map((t) =>
            t.clear(),
          ),
        ),
      (chatId) => ({
        strayRows: [
          { table: 'usage', missing: 'chat', chatId, rows: 2 },
          { table: 'contexts', missing: 'chat', chatId, rows: 1 },
          { table: 'sentRequests', missing: 'chat', chatId, rows: 3 },
        ],
      }),
    ],
  ])('finds %s, logs it, and keeps it for the panel', async (_what, damage, expected) => {
    const { h, db, chatId, start, work, warnings } = await withChat([hangs]);
    await h.loop.sendUserMessage(chatId, 'More');
    await expect.poll(() => h.requests.length).toBe(3);
    await damage(db);
    // Only the check at the start, without the daily one.
    work.isBusy = true;
    const found = await start();
    expect(found).toEqual({ ...NOTHING, ...expected(chatId) });
    expect(warnings()).toMatchObject([{ level: 'warning' }]);
  });

  it('reports nothing twice, also after the user has acknowledged it', async () => {
    const { db, start, checks, warnings } = await withChat();
    await db.runs.clear();
    expect(await start()).not.toBeNull();
    await start();
    expect(warnings()).toHaveLength(1);
    await checks.acknowledge();
    expect(await start()).toBeNull();
    expect(warnings()).toHaveLength(1);
  });

  it('adds to what the user has not seen yet', async () => {
    const { h, db, chatId, start } = await withChat();
    await db.runs.clear();
    await start();
    await h.addChat('b', 'Other');
    await db.messages.add({ ...(await firstMessage(db)), id: 'm', chatId: 'b', position: 0, runId: 'lost' });
    expect((await start())?.chatsWithoutRun).toMatchObject([{ chatId }, { chatId: 'b' }]);
  });

  it('checks everything once a day, when nothing runs', async () => {
    const { h, start, work, state } = await withChat();
    const wholeCheckAt = async () => (await state())?.wholeCheckAtMs ?? null;
    work.isBusy = true;
    await start();
    expect(await wholeCheckAt()).toBeNull();
    work.isBusy = false;
    await start();
    const first = await wholeCheckAt();
    expect(first).not.toBeNull();
    await start();
    expect(await wholeCheckAt()).toBe(first);
    h.clock.pass(WHOLE_CHECK_EVERY_MS);
    await start();
    expect(await wholeCheckAt()).toBeGreaterThan(first ?? 0);
  });

  it('stops checking everything once work begins, and tries again later', async () => {
    const { start, work, state } = await withChat();
    vi.spyOn(work, 'isBusy', 'get').mockReturnValueOnce(false).mockReturnValue(true);
    await start();
    expect((await state())?.wholeCheckAtMs ?? null).toBeNull();
  });

  it('costs the same in a database of very many messages and chats', async () => {
    const { db } = await withChat();
    const message = await firstMessage(db);
    const grow = async (chats: number, messages: number) => {
      for (let number = 0; number < chats; number += 1) {
        const chatId = `c${String(number).padStart(3, '0')}`;
        await db.chats.put(aChat({ id: chatId }));
        await db.messages.bulkPut(
          Array.from({ length: messages }, (_, position) => ({
            ...message,
            id: `${chatId} ${position}`,
            chatId,
            position,
          })),
        );
      }
    };
    await grow(30, 2);
    const few = await requestsOf(() => checkAtStart(db, 'c', 0));
    await grow(90, 40);
    expect(await requestsOf(() => checkAtStart(db, 'c', 0))).toBe(few);
  });
});

async function firstMessage(db: StewardDatabase) {
  const [message] = await db.messages.toArray();
  if (message === undefined) throw new Error('no message');
  return message;
}

/** Number of requests to the database. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const methods = ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const;
  const spies = methods.flatMap((name) => [
    vi.spyOn(IDBObjectStore.prototype, name),
    vi.spyOn(IDBIndex.prototype, name),
  ]);
  for (const spy of spies) spy.mockClear();
  await work();
  return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}
