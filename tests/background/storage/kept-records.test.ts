import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { createKeptRecords } from '@/src/background/storage/kept-records';
import { newChatSettings } from '@/src/core/records/chat';
import type { StoredSettings } from '@/src/schema/chat-settings';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import { userMessage } from '../../panel/stored-messages';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { answer, execution, historyChange, overDexie, result } from './journal-rig';

const said = (chatId: string, position: number, content = `message ${position}`) =>
  userMessage({ id: `${chatId}-${position}`, chatId, runId: `run-${chatId}`, position, content });

const chat = (id: string) => aChat({ id, title: id });

const run = (chatId: string, id = `run-${chatId}`) =>
  storedRun({ state: 'done' }, { id, chatId, openingMessageId: `${chatId}-0` });

/** Chats A to F with a run and three messages each, a journal that has loaded A, and the number of rows that were read since. */
async function withChats() {
  const db = ownDatabase();
  const clock = { now: () => 0 };
  const journal = createJournal(db, clock);
  const ids = ['A', 'B', 'C', 'D', 'E', 'F'];
  await db.chats.bulkAdd(ids.map(chat));
  await db.runs.bulkAdd(ids.map((id) => run(id)));
  await db.messages.bulkAdd(ids.flatMap((id) => [0, 1, 2].map((position) => said(id, position))));
  let rows = 0;
  const count = <Row>(row: Row) => {
    rows += 1;
    return row;
  };
  for (const table of [db.chats, db.runs, db.messages]) table.hook('reading', count);
  await journal.load('A');
  rows = 0;
  return {
    db,
    journal,
    rowsRead: () => rows,
    /** As a journal that keeps nothing sees it. */
    stored: (chatId: string) => createJournal(db, clock).load(chatId),
  };
}

type World = Awaited<ReturnType<typeof withChats>>;

/** Stores one text in all three tables at once. */
const together = ({ db }: World, text: string) =>
  db.transaction('rw', [db.chats, db.messages, db.runs], async () => {
    await db.runs.put({ ...run('A'), nonce: text });
    await db.messages.put(said('A', 2, text));
    await db.chats.put({ ...chat('A'), title: text });
  });

const WRITES: [string, (world: World) => Promise<unknown>][] = [
  ['a message is added', ({ db }) => db.messages.add(said('A', 3))],
  ['messages are added between others', ({ db }) => db.messages.bulkAdd([said('A', 0.5), said('A', 1.5)])],
  [
    'messages of which one exists are added',
    ({ db }) =>
      db.transaction('rw', db.messages, async () => {
        // The others stay stored, as the failure is caught.
        await db.messages.bulkAdd([said('A', 7), said('A', 0)]).catch(() => undefined);
      }),
  ],
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
  ['a message is moved', ({ db }) => db.messages.put({ ...said('A', 9), id: 'A-1' })],
  ['a message is deleted', ({ db }) => db.messages.delete('A-1')],
  [
    'a range is deleted',
    ({ db }) => db.messages.where('[chatId+position]').between(['A', 1], ['A', Infinity]).delete(),
  ],
  ['all messages are deleted', ({ db }) => db.messages.clear()],
  ['the title is changed', ({ db }) => db.chats.update('A', { title: 'Another' })],
  [
    'the chat is stored by a build with fewer settings',
    ({ db }) => {
      const { planMode: _, ...settings } = newChatSettings();
      return db.chats.put({ ...chat('A'), settings: settings as StoredSettings });
    },
  ],
  ['the run is changed', ({ db }) => db.runs.update('run-A', { round: 7 })],
  [
    'another run begins',
    ({ db }) =>
      db.transaction('rw', [db.messages, db.runs], async () => {
        await db.runs.put(run('A', 'second'));
        await db.messages.put({ ...said('A', 4), runId: 'second' });
      }),
  ],
  [
    'the newest messages become those of a stored run',
    ({ db }) => db.messages.put({ ...said('A', 5), runId: 'run-B' }),
  ],
  ['all three tables are written', (world) => together(world, 'the same')],
  [
    'a write is undone with its transaction',
    ({ db }) =>
      db
        .transaction('rw', [db.messages, db.chats], async () => {
          await db.chats.update('A', { title: 'never stored' });
          await db.messages.put(said('A', 0, 'never stored'));
          throw new Error('the rest of the transaction failed');
        })
        .catch(() => undefined),
  ],
];

describe('a chat that was loaded before', () => {
  it('is loaded again without reading a row', async () => {
    const { journal, rowsRead, stored } = await withChats();
    const record = await journal.load('A');
    await journal.chatById('A');
    await journal.runById('run-A');
    expect(rowsRead()).toBe(0);
    expect(record).toEqual(await stored('A'));
  });

  it('is loaded without reading a row after a step stored messages, run and chat', async () => {
    const world = await withChats();
    await together(world, 'one step');
    await world.db.messages.add(said('A', 3));
    const record = await world.journal.load('A');
    expect(world.rowsRead()).toBe(0);
    expect(record).toEqual(await world.stored('A'));
  });

  it('isn’t changed by a caller that changes the list it got', async () => {
    const { journal } = await withChats();
    (await journal.load('A')).messages.pop();
    (await journal.load('A')).messages.pop();
    expect((await journal.load('A')).messages).toHaveLength(3);
  });

  it('can’t be changed by a caller that changes a row of it', async () => {
    const { db, journal } = await withChats();
    const added = said('A', 3);
    await db.messages.add(added);
    const { chat: row, messages, run: itsRun } = await journal.load('A');
    for (const part of [row, row.settings, ...messages, itsRun, added.changes]) {
      expect(() => Object.assign(part ?? {}, { title: 'changed' })).toThrow(TypeError);
    }
  });

  it.each(WRITES)('is as it is stored after %s', async (_, write) => {
    const world = await withChats();
    await write(world).catch(() => undefined);
    expect(await world.journal.load('A')).toEqual(await world.stored('A'));
    expect(await world.journal.load('A')).toEqual(await world.stored('A'));
  });

  it.each(WRITES)('is as it is stored after %s while it is loaded', async (_, write) => {
    const world = await withChats();
    await world.db.messages.update('A-0', { createdAtMs: 9 });
    const writing = write(world).catch(() => undefined);
    await Promise.all([world.journal.load('A'), writing, world.journal.load('A')]);
    expect(await world.journal.load('A')).toEqual(await world.stored('A'));
  });

  it('is read whole once several others were loaded since', async () => {
    const { journal, rowsRead, stored } = await withChats();
    for (const id of ['B', 'C', 'D', 'E']) await journal.load(id);
    const before = rowsRead();
    expect(await journal.load('A')).toEqual(await stored('A'));
    expect(rowsRead() - before).toBeGreaterThanOrEqual(5);
  });

  it('isn’t touched by writes in other chats', async () => {
    const { db, journal, rowsRead } = await withChats();
    await db.messages.bulkAdd([said('B', 3), said('C', 3)]);
    await db.runs.update('run-B', { round: 2 });
    const before = rowsRead();
    await journal.load('A');
    expect(rowsRead()).toBe(before);
  });

  it('is read from the database within a transaction, which may be older', async () => {
    const { db, journal } = await withChats();
    const title = await db.transaction('rw', [db.chats, db.messages, db.runs], async () => {
      await db.chats.update('A', { title: 'Inside' });
      return [(await journal.chatById('A')).title, (await journal.load('A')).chat.title];
    });
    expect(title).toEqual(['Inside', 'Inside']);
  });

  it('shows a write that is under way, as a reading would', async () => {
    const { db, journal } = await withChats();
    const writing = db.chats.update('A', { title: 'Under way' });
    await Promise.resolve();
    expect((await journal.load('A')).chat.title).toBe('Under way');
    const again = db.chats.update('A', { title: 'Once more' });
    await Promise.resolve();
    expect((await journal.chatById('A')).title).toBe('Once more');
    await Promise.all([writing, again]);
  });

  it('is forgotten once the browser has deleted the database', async () => {
    const { db, journal } = await withChats();
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(db.name);
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    await expect(journal.load('A')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that was changed while it was read is not kept', async () => {
    const { db, stored } = await withChats();
    const kept = createKeptRecords(db);
    const late = async () => {
      const record = await stored('A');
      await db.messages.add(said('A', 3));
      return record;
    };
    expect((await kept.keep('A', late)).messages).toHaveLength(3);
    expect(kept.recordOf('A')).toBeNull();
  });

  it('that doesn’t exist any more is not found', async () => {
    const { db, journal } = await withChats();
    await db.chats.delete('A');
    for (const read of [journal.load, journal.chatById]) {
      await expect(read('A')).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});

const step = fc.oneof(
  fc.record({ load: fc.constantFrom('A', 'B') }),
  fc.record({ write: fc.nat(WRITES.length - 1) }),
);

it('whatever is written and loaded at the same time, in any order: the next load is what is stored', async () => {
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
      for (const id of ['A', 'B']) expect(await world.journal.load(id)).toEqual(await world.stored(id));
      await world.db.delete();
    }),
    { numRuns: 100 },
  );
});

it('a load never mixes what one transaction stored with what was there before, and shows all writes that had ended', async () => {
  const act = fc.constantFrom('load', 'load', 'write', 'write', 'forget');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ act, waits: fc.boolean() }), { maxLength: 16 }), async (acts) => {
      const world = await withChats();
      let begun = 0;
      let ended = 0;
      const writeNumber = async (number: number) => {
        await together(world, String(number));
        ended = Math.max(ended, number);
      };
      await writeNumber(0);
      const underWay: Promise<unknown>[] = [];
      for (const { act: one, waits } of acts) {
        if (one === 'write') {
          begun += 1;
          underWay.push(writeNumber(begun));
        } else if (one === 'forget') {
          // A deletion in the table makes the next load read everything.
          underWay.push(world.db.messages.delete('F-0'));
        } else {
          const atLeast = ended;
          const check = world.journal.load('A').then(({ chat, messages, run }) => {
            const last = messages.at(-1);
            expect([chat.title, run?.nonce]).toEqual([chat.title, chat.title]);
            expect(last?.role === 'user' && last.content).toBe(chat.title);
            expect(Number(chat.title)).toBeGreaterThanOrEqual(atLeast);
          });
          underWay.push(check);
        }
        if (waits) await underWay.at(-1);
      }
      await Promise.all(underWay);
      await world.db.delete();
    }),
    { numRuns: 200 },
  );
});

describe('a policy of the organisation', () => {
  const READ_ONLY = { ...NO_POLICY, mostPermission: 'read-only' as const };
  const chosen = { ...newChatSettings(), permissions: { save_changes: 'allow' as const } };

  it('holds for rows that a file brought, and for what a running chat stores', async () => {
    const { db, journal } = await withChats();
    db.policy = READ_ONLY;
    db.commits.forget();
    await db.chats.put({ ...chat('A'), settings: chosen });
    const settings = async () => (await journal.load('A')).chat.settings;
    const expected = { approvalPolicy: 'read-only', permissions: {} };
    expect(await settings()).toMatchObject(expected);
    // The record is kept now.
    await db.chats.update('A', { settings: chosen });
    expect(await settings()).toMatchObject(expected);
  });

  it('that arrives later holds for a chat that is kept, and its end gives the chat its own settings back', async () => {
    const { db, journal } = await withChats();
    await db.chats.update('A', { settings: chosen });
    expect((await journal.load('A')).chat.settings.approvalPolicy).toBe('default');
    for (const [policy, expected] of [
      [READ_ONLY, 'read-only'],
      [NO_POLICY, 'default'],
    ] as const) {
      db.policy = policy;
      db.commits.forget();
      expect((await journal.load('A')).chat.settings.approvalPolicy).toBe(expected);
    }
  });
});

describe('the calls of a chat’s newest response', () => {
  const BEFORE = { stateHash: 'h0', savedHash: 's' };
  const INTENDED = {
    page: 'tab:1',
    before: BEFORE,
    after: null,
    afterState: null,
    savedBefore: null,
    summary: '',
  };

  /** A journal whose chat was loaded before a response with the calls `e1` and `e2` was stored. */
  async function withResponse() {
    const db = ownDatabase();
    const rig = overDexie(db, { now: () => 0 });
    await rig.add('chats', aChat({}));
    await rig.begin();
    await rig.journal.load('c');
    await rig.respond({ executions: [execution('e2', 1), execution('e1', 0)] });
    const reading = vi.spyOn(db.executions, 'where');
    return {
      db,
      rig,
      journal: rig.journal,
      readings: () => reading.mock.calls.length,
      /** As a journal that keeps nothing sees them. */
      stored: () => createJournal(db, { now: () => 0 }).executionsOf('a'),
    };
  }

  it('are known without a reading, with their writes, as they were stored last', async () => {
    const { rig, journal, readings, stored } = await withResponse();
    await journal.markStarted('e1', 5, INTENDED, null, null);
    const left = { context: {}, stateHash: 'h1', savedHash: 's' };
    await rig.end(result('e1', 2), { write: { ends: historyChange(1), left } });
    const known = await journal.executionsOf('a');
    expect(await journal.stateHashesOf('a')).toEqual([{ before: 'h0', after: 'h1' }]);
    expect(readings()).toBe(0);
    expect(known).toEqual(await stored());
    expect(known.map(({ id, state }) => `${id} ${state}`)).toEqual(['e1 done', 'e2 received']);
  });

  it('are read for an earlier response', async () => {
    const { rig, journal, readings, stored } = await withResponse();
    await rig.respond({ message: answer('b', 5, ['e3']), executions: [execution('e3', 0, 'b')] });
    expect(await journal.executionsOf('a')).toEqual(await stored());
    expect(readings()).toBe(2);
  });

  it('are read once a row was deleted, or a write is under way', async () => {
    const { db, journal } = await withResponse();
    const starting = journal.markStarted('e1', 5, INTENDED, null, null);
    await Promise.resolve();
    expect((await journal.executionsOf('a'))[0]).toMatchObject({ state: 'started' });
    await starting;
    await db.executions.delete('e2');
    expect((await journal.executionsOf('a')).map(({ id }) => id)).toEqual(['e1']);
  });
});
