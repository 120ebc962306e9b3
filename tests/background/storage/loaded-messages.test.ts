import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import { StewardDatabase } from '@/src/store/db';

let databases = 0;

const said = (chatId: string, position: number, content = `message ${position}`): Message => ({
  id: `${chatId}-${position}`,
  chatId,
  runId: null,
  position,
  createdAtMs: position,
  discardedBy: null,
  role: 'user',
  content,
  changes: [],
  nonce: 'n',
});

function chat(id: string): Chat {
  const settings = newChatSettings();
  return newChat({ id, title: id, atMs: 0, binding: null, settings, lastStateHash: null });
}

/** Chats A to F with three messages each, a journal that has loaded A, and the number of rows that were read since. */
async function withChats() {
  databases += 1;
  const db = new StewardDatabase(`loaded-${databases}`);
  const clock = { now: () => 0 };
  const journal = createJournal(db, clock);
  const ids = ['A', 'B', 'C', 'D', 'E', 'F'];
  await db.chats.bulkAdd(ids.map(chat));
  await db.messages.bulkAdd(ids.flatMap((id) => [0, 1, 2].map((position) => said(id, position))));
  let rows = 0;
  db.messages.hook('reading', (row) => {
    rows += 1;
    return row;
  });
  await journal.load('A');
  rows = 0;
  return {
    db,
    journal,
    rowsRead: () => rows,
    /** As a journal that never loaded anything sees it. */
    stored: async (chatId: string) => (await createJournal(db, clock).load(chatId)).messages,
  };
}

type World = Awaited<ReturnType<typeof withChats>>;

const WRITES: [string, (world: World) => Promise<unknown>][] = [
  ['a message is added', ({ db }) => db.messages.add(said('A', 3))],
  ['messages are added between others', ({ db }) => db.messages.bulkAdd([said('A', 0.5), said('A', 1.5)])],
  ['an early message is changed', ({ db }) => db.messages.update('A-0', { discardedBy: 'rollback' })],
  [
    'several messages are changed',
    ({ db }) =>
      db.messages
        .where('[chatId+position]')
        .between(['A', 1], ['A', Infinity])
        .modify({ discardedBy: 'rollback' }),
  ],
  ['a message is replaced', ({ db }) => db.messages.put(said('A', 1, 'other words'))],
  ['a message is deleted', ({ db }) => db.messages.delete('A-1')],
  [
    'a range is deleted',
    ({ db }) => db.messages.where('[chatId+position]').between(['A', 1], ['A', Infinity]).delete(),
  ],
  ['all messages are deleted', ({ db }) => db.messages.clear()],
  [
    'a write is undone with its transaction',
    ({ db }) =>
      db
        .transaction('rw', [db.messages], async () => {
          await db.messages.put(said('A', 0, 'never stored'));
          throw new Error('the rest of the transaction failed');
        })
        .catch(() => undefined),
  ],
];

describe('a chat that was loaded before', () => {
  it('is loaded again without reading a message', async () => {
    const { journal, rowsRead, stored } = await withChats();
    const { messages } = await journal.load('A');
    expect(rowsRead()).toBe(0);
    expect(messages).toEqual(await stored('A'));
  });

  it('reads only what was added since', async () => {
    const { db, journal, rowsRead } = await withChats();
    await db.messages.add(said('A', 3));
    await journal.load('A');
    expect(rowsRead()).toBe(1);
  });

  it('isn’t changed by a caller that changes the list it got', async () => {
    const { journal } = await withChats();
    (await journal.load('A')).messages.pop();
    (await journal.load('A')).messages.pop();
    expect((await journal.load('A')).messages).toHaveLength(3);
  });

  it('can’t be changed by a caller that changes a message of it', async () => {
    const { journal } = await withChats();
    const [message] = (await journal.load('A')).messages;
    expect(() => Object.assign(message ?? {}, { role: 'assistant' })).toThrow(TypeError);
    expect(() => Object.assign(message ?? {}, { changes: [] })).toThrow(TypeError);
  });

  it.each(WRITES)('is as it is stored after %s', async (_, write) => {
    const world = await withChats();
    await write(world);
    expect((await world.journal.load('A')).messages).toEqual(await world.stored('A'));
    expect((await world.journal.load('A')).messages).toEqual(await world.stored('A'));
  });

  it.each(WRITES)('is as it is stored after %s while it is loaded', async (_, write) => {
    const world = await withChats();
    await world.db.messages.update('A-0', { createdAtMs: 9 });
    await Promise.all([world.journal.load('A'), write(world), world.journal.load('A')]);
    expect((await world.journal.load('A')).messages).toEqual(await world.stored('A'));
  });

  it('is read whole once several others were loaded since', async () => {
    const { journal, rowsRead, stored } = await withChats();
    for (const id of ['B', 'C', 'D', 'E']) await journal.load(id);
    const before = rowsRead();
    expect((await journal.load('A')).messages).toEqual(await stored('A'));
    expect(rowsRead() - before).toBeGreaterThanOrEqual(3);
  });

  it('isn’t touched by writes in other chats', async () => {
    const { db, journal, rowsRead } = await withChats();
    await db.messages.bulkAdd([said('B', 3), said('C', 3)]);
    await journal.load('A');
    expect(rowsRead()).toBe(0);
  });
});

it('whatever is written and loaded at the same time, in any order: the next load is what is stored', async () => {
  const step = fc.oneof(
    fc.record({ load: fc.constantFrom('A', 'B') }),
    fc.record({ write: fc.nat(WRITES.length - 1) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ step, waits: fc.boolean() }), { maxLength: 12 }), async (steps) => {
      const world = await withChats();
      const underWay: Promise<unknown>[] = [];
      for (const { step: one, waits } of steps) {
        // The same message may be added twice, which fails, and leaves the rest as it is.
        const work = 'load' in one ? world.journal.load(one.load) : WRITES[one.write]?.[1](world);
        const settled = Promise.resolve(work).catch(() => undefined);
        if (waits) await settled;
        underWay.push(settled);
      }
      await Promise.all(underWay);
      for (const id of ['A', 'B']) {
        expect((await world.journal.load(id)).messages).toEqual(await world.stored(id));
      }
      await world.db.delete();
    }),
    { numRuns: 60 },
  );
});
