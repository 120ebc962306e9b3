import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createConnectionStore } from '@/src/background/storage/connection-store';
import type { LogControl } from '@/src/background/storage/logger';
import { createOwnData } from '@/src/background/storage/own-data';
import { stored } from '@/src/background/storage/storage-error';
import { readBackup, writeBackup } from '@/src/store/backup';
import { calls, createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';

beforeEach(async () => {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
});

/** A chat with a changed page, a connection with a key, and the commands over its database. */
async function withData(more: Turn[] = []) {
  const script = [calls(['add_note', { text: 'eggs' }]), says('Added.'), ...more];
  const h = await createLoopHarness(script, { plansCalls: true });
  const { db } = h;
  const connections = createConnectionStore({ db, clock: h.clock, ids: h.deps.ids });
  const connection = { connectionId: null, label: 'Mine', baseUrl: 'http://m.test/v1', headers: [] };
  await connections.save({ ...connection, key: 'sk-secret-key' });
  await h.send('Add eggs');
  const log = { ...h.deps.logger, clear: vi.fn(async () => undefined) } as unknown as Parameters<
    typeof createOwnData
  >[0]['log'] &
    LogControl;
  const sites = { forget: vi.fn(async (origin: string) => db.sites.delete(origin)) };
  const data = createOwnData({
    db,
    loop: h.loop,
    sideRequests: { abandon: async () => undefined },
    connections,
    sites,
    log,
    clock: h.clock,
  });
  return { h, db, data, log, sites };
}

type World = Awaited<ReturnType<typeof withData>>;

const text = async ({ db, h }: World) => (await writeBackup(db, h.clock.now())).join('');
const restore = ({ data }: World, whole: string) => data.restorePart({ text: whole, index: 0, isLast: true });

async function rowsOf({ db }: World) {
  const rows = await Promise.all(db.tables.map(async ({ name }) => [name, await db.table(name).toArray()]));
  return Object.fromEntries(rows) as Record<string, Record<string, unknown>[]>;
}

describe('deleting all data', () => {
  it('empties every table, the audit and the keys included, and the settings', async () => {
    const world = await withData();
    await browser.storage.local.set({ 'is-steward-on': false });
    await world.db.sites.add({ origin: 'http://a.test', addedAtMs: 0, isOn: true });
    expect((await rowsOf(world)).audit).not.toEqual([]);
    await world.data.deleteAll();
    const left = Object.entries(await rowsOf(world)).filter(([, rows]) => rows.length > 0);
    expect(left).toEqual([]);
    expect(await browser.storage.local.get(null)).toEqual({});
    expect(world.sites.forget).toHaveBeenCalledWith('http://a.test');
    expect(world.log.clear).toHaveBeenCalledOnce();
  });

  it('ends a run first, so that nothing is written afterwards', async () => {
    const world = await withData([hangs]);
    await world.h.loop.sendUserMessage(world.h.chatId, 'More');
    await world.data.deleteAll();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await world.db.messages.count()).toBe(0);
    expect(world.h.loop.isBusy()).toBe(false);
  });
});

describe('a backup', () => {
  it('contains no key', async () => {
    const world = await withData();
    expect(await text(world)).not.toContain('sk-secret-key');
    expect(await text(world)).not.toContain('connectionSecrets');
  });

  it('restores all rows in an empty database', async () => {
    const world = await withData();
    const before = await rowsOf(world);
    const whole = await text(world);
    await world.data.deleteAll();
    const restored = await restore(world, whole);
    const after = await rowsOf(world);
    for (const name of ['chats', 'messages', 'runs', 'executions', 'checkpoints', 'usage', 'audit']) {
      expect(after[name], name).toEqual(before[name]);
    }
    expect(after.connections).toMatchObject([{ label: 'Mine', hasKey: false }]);
    expect(after.connectionSecrets).toEqual([]);
    expect(restored?.rows).toBeGreaterThan(10);
  });

  it('restores packed states byte for byte', async () => {
    const world = await withData();
    const deflated = Uint8Array.from([0, 1, 127, 128, 255]);
    const [first] = await world.db.checkpoints.toArray();
    await world.db.checkpoints.update(first?.id ?? '', { content: { kind: 'packed', deflated } });
    const whole = await text(world);
    await world.data.deleteAll();
    await restore(world, whole);
    expect((await world.db.checkpoints.toArray())[0]?.content).toEqual({ kind: 'packed', deflated });
  });

  it('is restored in parts', async () => {
    const world = await withData();
    const whole = await text(world);
    await world.data.deleteAll();
    const half = Math.floor(whole.length / 2);
    expect(await world.data.restorePart({ text: whole.slice(0, half), index: 0, isLast: false })).toBeNull();
    await world.data.restorePart({ text: whole.slice(half), index: 1, isLast: true });
    expect(await world.db.messages.count()).toBeGreaterThan(0);
  });

  it('is not restored if a part is missing', async () => {
    const world = await withData();
    await expect(world.data.restorePart({ text: 'x', index: 1, isLast: true })).rejects.toMatchObject({
      code: 'invalid-message',
    });
  });

  it('replaces nothing that is there', async () => {
    const world = await withData();
    const before = await rowsOf(world);
    await expect(restore(world, await text(world))).rejects.toMatchObject({ code: 'conflict' });
    expect(await rowsOf(world)).toEqual(before);
  });

  it('ends the runs that were open, so that nothing works on a page because of a file', async () => {
    const world = await withData([hangs]);
    await world.h.loop.sendUserMessage(world.h.chatId, 'More');
    const whole = await text(world);
    await world.data.deleteAll();
    await restore(world, whole);
    expect((await world.db.runs.toArray()).map(({ status }) => status)).toMatchObject([
      { outcome: 'completed' },
      { outcome: 'stopped' },
    ]);
  });

  it.each([
    ['no backup', '{"format":"other"}', 'its first line isn’t that of a backup'],
    ['no JSON', 'hello', 'its first line isn’t that of a backup'],
    ['another version', '{"format":"steward-backup","version":1,"createdAtMs":0}', 'it is from version 1'],
    [
      'a row of no table',
      '{"format":"steward-backup","version":4,"createdAtMs":0}\n{"table":"connectionSecrets","row":{}}',
      'line 2 isn’t a row of it',
    ],
    [
      'a row without its id',
      '{"format":"steward-backup","version":4,"createdAtMs":0}\n{"table":"chats","row":{"title":"x"}}',
      'line 2 isn’t a row of it',
    ],
  ])('that is %s is refused', (_what, whole, why) => {
    expect(() => readBackup(whole, 4)).toThrow(why);
  });
});

describe('freeing space', () => {
  it('deletes kept requests', async () => {
    const { data, db } = await withData();
    expect(await data.free('requests')).toBeGreaterThan(0);
    expect(await db.sentRequests.count()).toBe(0);
    expect(await db.messages.count()).toBeGreaterThan(0);
  });

  it('deletes checkpoints but for the start of a session and open runs', async () => {
    const { h, data, db } = await withData([calls(['add_note', { text: 'flour' }]), says('Added.'), hangs]);
    await h.send('Add flour');
    expect(await db.checkpoints.count()).toBe(2);
    await h.loop.sendUserMessage(h.chatId, 'More');
    expect(await data.free('checkpoints')).toBe(0);
    await h.loop.stop(h.chatId);
    expect(await data.free('checkpoints')).toBe(1);
    expect((await db.checkpoints.toArray()).map(({ sequence }) => sequence)).toEqual([0]);
  });
});

describe('the integrity check', () => {
  it('finds nothing in a whole database', async () => {
    const { data } = await withData();
    expect(await data.check()).toEqual({ recoveredChats: [], chatsWithoutRun: [], strayRows: [] });
  });

  it('gives rows without a chat one, and deletes none', async () => {
    const { h, data, db } = await withData();
    const messages = await db.messages.toArray();
    await db.chats.delete(h.chatId);
    const { recoveredChats } = await data.check();
    expect(recoveredChats).toMatchObject([{ chatId: h.chatId }]);
    expect(await db.chats.get(h.chatId)).toMatchObject({ title: 'Recovered chat', binding: null });
    expect(await db.messages.toArray()).toEqual(messages);
    expect((await data.check()).recoveredChats).toEqual([]);
  });

  it('names a chat whose last run is missing', async () => {
    const { h, data, db } = await withData();
    await db.runs.clear();
    expect((await data.check()).chatsWithoutRun).toMatchObject([{ chatId: h.chatId }]);
  });

  it('counts rows whose message is missing', async () => {
    const { data, db } = await withData();
    await db.messages.clear();
    expect((await data.check()).strayRows).toEqual([
      { table: 'executions', rows: 1 },
      { table: 'checkpoints', rows: 1 },
    ]);
  });
});

describe('a write for which there is no space', () => {
  it('is an error that says what can be freed, and frees nothing by itself', async () => {
    const { db } = await withData();
    const quota = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const before = await db.checkpoints.count();
    db.composerTexts.hook('creating', quota);
    await expect(stored(() => db.composerTexts.put({ chatId: 'c', text: 'x' }))).rejects.toMatchObject({
      code: 'storage-full',
      remedy: expect.stringMatching(/kept requests and checkpoints.*log.*old chats/),
    });
    expect(await db.checkpoints.count()).toBe(before);
  });
});
