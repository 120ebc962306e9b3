import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createListedChats, type ListedChats, UNDO_MS } from '@/src/background/panel-server/listed-chats';
import { createJournal } from '@/src/background/storage/journal';
import { DAY_MS, NO_POLICY } from '@/src/schema/values/managed-policy';
import { createChatListReader } from '@/src/store/chat-list';
import { CHAT_WORD_KEY } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger } from '../../core/logging/memory-logger';
import { createManualTime, type ManualTime } from '../../fakes/manual-time';
import { ended } from '../../panel/stored-run';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let nowMs: number;
let time: ManualTime;
let listed: ListedChats;
let stopped: string[];
let stop: (chatId: string) => Promise<void>;

const clock = {
  now: () => nowMs,
  pass(ms: number) {
    nowMs += ms;
  },
};

/** A worker; one before it is dead. */
function startWorker(): ListedChats {
  time = createManualTime(clock);
  const { logger } = createMemoryLogger('info');
  return createListedChats({
    db,
    journal: createJournal(db, clock),
    loop: { stop: (chatId) => stop(chatId) },
    sideRequests: { abandon: async () => undefined },
    clock,
    timer: time,
    logger,
  });
}

beforeEach(async () => {
  // Other files of tests have the same browser.
  await browser.storage.session.clear();
  db = ownDatabase();
  nowMs = 1_000;
  stopped = [];
  stop = async (chatId) => void stopped.push(chatId);
  listed = startWorker();
  for (const [index, id] of ['old', 'new'].entries()) {
    await db.chats.add(aChat({ id, title: id, atMs: index }));
  }
});

const titles = async () =>
  (await createChatListReader(db).first({ text: '', limit: 10 })).chats.map(({ title }) => title);

/** One row of the chat in each table that has rows of chats. */
async function fill(chatId: string): Promise<void> {
  const row = { id: `row-${chatId}`, chatId, runId: 'r', createdAtMs: 0, atMs: 0, position: 0, sequence: 0 };
  const rows: Record<string, object> = {
    messages: row,
    runs: { ...row, id: `run-${chatId}`, startedAtMs: 0, status: ended('completed') },
    executions: row,
    approvals: row,
    checkpoints: row,
    usage: row,
    contexts: row,
    composerTexts: row,
    chatImages: row,
    sentRequests: row,
    requestParts: { chatId, hash: 'h' },
    payloads: { chatId },
    restores: row,
    pageLeases: { origin: chatId, instanceId: 'i', adapterId: 'a', runId: `run-${chatId}` },
    chatWords: { chatId, word: 'w', field: 'text', recency: 0 },
    audit: { ...row, origin: chatId },
    logs: { level: 'info', chatId },
    pageSteps: { page: chatId, sequence: 0, cause: { chatId } },
  };
  for (const [table, stored] of Object.entries(rows)) await db.table(table).put(stored);
}

/** The tables with a row that names the chat. */
async function tablesWith(chatId: string): Promise<string[]> {
  const named = db.tables.map(async (table) => {
    const rows: object[] = await table.toArray();
    const keys = table.name === 'runs' ? [`"run-${chatId}"`] : [`"${chatId}"`, `"run-${chatId}"`];
    return rows.some((row) => keys.some((key) => JSON.stringify(row).includes(key))) ? [table.name] : [];
  });
  return (await Promise.all(named)).flat().sort();
}

/** Tables without rows of chats. */
const OTHERS = [
  'auditHeads',
  'cacheRefusals',
  'connectionSecrets',
  'connections',
  'integrity',
  'modelAliases',
  'modelChecks',
  'modelLists',
  'pageKeys',
  'pages',
  'profileKeys',
  'savedPrompts',
  'seenPages',
  'watches',
  'sites',
];

describe('a chat of the list', () => {
  it('keeps the title that the user enters, and is found by it', async () => {
    await listed.rename('old', 'Preview models');
    expect(await db.chats.get('old')).toMatchObject({ title: 'Preview models', titleSource: 'user' });
    expect((await createChatListReader(db).first({ text: 'prev', limit: 5 })).chats).toHaveLength(1);
  });

  it('is first while it is pinned', async () => {
    expect(await titles()).toEqual(['new', 'old']);
    await listed.pin('old', true);
    expect(await titles()).toEqual(['old', 'new']);
    await listed.pin('old', false);
    expect(await titles()).toEqual(['new', 'old']);
  });

  it.each(['rename', 'pin', 'remove', 'undoRemove'] as const)('that is missing rejects %s', async (name) => {
    const work = { rename: () => listed.rename('x', 'y'), pin: () => listed.pin('x', true) };
    const attempt = name === 'rename' || name === 'pin' ? work[name]() : listed[name]('x');
    await expect(attempt).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a deleted chat', () => {
  it('has its run stopped, and leaves the list at once', async () => {
    await listed.remove('old');
    expect(stopped).toEqual(['old']);
    expect(await titles()).toEqual(['new']);
    expect(await createChatListReader(db).deleted()).toMatchObject([{ chatId: 'old', title: 'old' }]);
  });

  it('is in no search, and among no unfinished chats', async () => {
    await listed.rename('old', 'Preview');
    await listed.remove('old');
    expect(await createChatListReader(db).first({ text: 'prev', limit: 5 })).toEqual({
      chats: [],
      isCut: false,
    });
  });

  it('is back as it was if the deletion is undone within ten seconds', async () => {
    await fill('old');
    const before = await tablesWith('old');
    await listed.remove('old');
    await time.pass(UNDO_MS - 1);
    await listed.undoRemove('old');
    await time.pass(UNDO_MS);
    expect(await titles()).toEqual(['new', 'old']);
    expect(await tablesWith('old')).toEqual(before);
  });

  it('loses everything after ten seconds but audit, log and the page’s history; others keep theirs', async () => {
    await fill('old');
    await fill('new');
    expect([...(await tablesWith('old')), ...OTHERS].sort()).toEqual(
      db.tables.map(({ name }) => name).sort(),
    );
    await browser.storage.session.set({ 'tab-of-chat:old': 1, 'seen-page:old': 1, 'tab-of-chat:new': 2 });
    await listed.remove('old');
    await time.pass(UNDO_MS);
    await expect.poll(() => tablesWith('old')).toEqual(['audit', 'logs', 'pageSteps']);
    expect(await db.runs.toCollection().primaryKeys()).toEqual(['run-new']);
    expect(await db.chatWords.orderBy(CHAT_WORD_KEY).keys()).toEqual([['new', 'w', 'text']]);
    expect([...(await tablesWith('new')), ...OTHERS].sort()).toEqual(
      db.tables.map(({ name }) => name).sort(),
    );
    await expect.poll(() => browser.storage.session.get(null)).toEqual({ 'tab-of-chat:new': 2 });
    await expect(listed.undoRemove('old')).rejects.toMatchObject({ code: 'not-found' });
  });

  const PAGE = { adapterId: 'notes', origin: 'https://notes.test', instanceId: 'i' };

  it.each<[string, number, () => Promise<unknown>]>([
    ['goes with the last chat about it', 0, async () => undefined],
    [
      'stays while another chat is about it',
      1,
      () => db.chats.update('new', { binding: { ...PAGE, title: '' } }),
    ],
    [
      'stays while its site is in the list',
      1,
      () => db.sites.add({ origin: PAGE.origin, addedAtMs: 0, isOn: true }),
    ],
  ])('what the user saw of its page %s', async (_, left, prepare) => {
    await db.chats.update('old', { binding: { ...PAGE, title: '' } });
    await db.seenPages.add({ ...PAGE, context: {}, atMs: 0 });
    await prepare();
    await listed.remove('old');
    await time.pass(UNDO_MS);
    await expect.poll(() => db.chats.toCollection().primaryKeys()).toEqual(['new']);
    expect(await db.seenPages.count()).toBe(left);
  });

  it('stays with all its data if the deletion is undone while its run is being stopped for the last time', async () => {
    await fill('old');
    const before = await tablesWith('old');
    await listed.remove('old');
    stop = async (chatId) => {
      stop = async () => undefined;
      await listed.undoRemove(chatId);
    };
    await time.pass(UNDO_MS);
    await expect.poll(titles).toEqual(['new', 'old']);
    expect(await tablesWith('old')).toEqual(before);
  });

  it('is deleted at its time after a restart of the worker', async () => {
    await listed.remove('old');
    clock.pass(UNDO_MS - 1);
    await startWorker().finishRemovals();
    await time.pass(0);
    expect(await db.chats.count()).toBe(2);
    await time.pass(1);
    await expect.poll(() => db.chats.toCollection().primaryKeys()).toEqual(['new']);
  });

  it('whose record is damaged is deleted although its run can’t be stopped', async () => {
    stop = () => Promise.reject(new Error('damaged'));
    await listed.remove('old');
    await time.pass(UNDO_MS);
    await expect.poll(() => db.chats.toCollection().primaryKeys()).toEqual(['new']);
  });
});

describe('a chat that was unused for longer than the organisation keeps chats', () => {
  it.each([
    ['is deleted at the next start, pinned or not', 1, DAY_MS + 1, ['new']],
    ['stays to its last millisecond', 1, DAY_MS, ['new', 'old']],
    ['stays if the organisation says nothing', null, 10_000 * DAY_MS, ['new', 'old']],
  ])('%s', async (_, days, ageMs, left) => {
    db.policy = { ...NO_POLICY, retentionDays: days };
    nowMs = ageMs;
    await listed.pin('old', true);
    await startWorker().finishRemovals();
    await time.pass(0);
    await expect.poll(() => db.chats.toCollection().primaryKeys()).toEqual(left);
  });
});
