import Dexie from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createConnectionStore } from '@/src/background/storage/connection-store';
import { createOwnData } from '@/src/background/storage/own-data';
import { readBackup } from '@/src/background/storage/read-archive';
import { stored } from '@/src/background/storage/storage-error';
import { newChatSettings } from '@/src/core/records/chat';
import type { LogRow } from '@/src/schema/log-entry';
import { say } from '@/src/schema/values/said';
import { UPGRADE_DATABASE, writeBackup } from '@/src/store/backup';
import { chatLogSizes } from '@/src/store/chat-log-sizes';
import { VERSIONS } from '@/src/store/db';
import { readFrozen, thawDatabase } from '../../fakes/frozen-database';
import { calls, createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';
import { sealedBackup } from '../../fakes/sealed-backup';
import { aChat } from '../a-chat';

beforeEach(async () => {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
});

/** A chat with a changed page, a connection with a key, and the commands over its database. */
async function withData(more: Turn[] = []) {
  const script = [calls(['add_note', { text: 'eggs' }]), says('Added.'), ...more];
  const h = await createLoopHarness(script, { hasDryRuns: true });
  const { db } = h;
  const connections = createConnectionStore({ db, clock: h.clock, ids: h.deps.ids });
  const connection = { connectionId: null, label: 'Mine', baseUrl: 'http://m.test/v1', headers: [] };
  await connections.save({ ...connection, key: 'sk-secret-key' }, null);
  await h.send('Add eggs');
  const log = { clear: vi.fn(async () => undefined) };
  const sites = {
    forget: vi.fn(async (origin: string) => db.sites.delete(origin)),
    release: vi.fn(async (_address: string) => undefined),
  };
  const data = createOwnData({
    db,
    loop: h.loop,
    sideRequests: { abandon: async () => undefined },
    connections,
    sites,
    log,
    ids: h.deps.ids,
  });
  return { h, db, data, log, sites };
}

type World = Awaited<ReturnType<typeof withData>>;

const text = async ({ db, h }: World) => (await writeBackup(db, h.clock.now())).join('');
const restore = ({ data }: World, whole: string) =>
  data.restorePart({ text: whole, index: 0, isLast: true }, false);

const headerOf = (version: number) => JSON.stringify({ format: 'steward-backup', version, createdAtMs: 0 });

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
    // From a restore that broke off.
    await thawDatabase(UPGRADE_DATABASE, readFrozen('version-5'));
    await world.data.deleteAll();
    expect(await Dexie.exists(UPGRADE_DATABASE)).toBe(false);
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
    for (const name of ['chats', 'executions', 'checkpoints', 'usage', 'audit']) {
      expect(after[name], name).toEqual(before[name]);
    }
    // Only what delimits page data is new, and the page’s state as the run sent it is not restored.
    const plain = (rows: Record<string, unknown>[] = []) =>
      rows.map(({ nonce: _, contextText: __, snapshot: ___, savedHash: ____, ...row }) => row);
    for (const name of ['messages', 'runs']) expect(plain(after[name]), name).toEqual(plain(before[name]));
    expect(after.connections).toMatchObject([{ label: 'Mine', hasKey: false }]);
    expect(after.connectionSecrets).toEqual([]);
    expect(restored).toEqual({ rows: expect.any(Number) });
  });

  it('leaves out a damaged message, so that the rest can be restored', async () => {
    const world = await withData();
    const [, damaged, ...others] = await world.db.messages.orderBy('id').toArray();
    if (damaged === undefined) throw new Error('There is one message at most.');
    const { id, chatId, position } = damaged;
    await world.db.messages.put({ id, chatId, position } as never);
    const whole = await text(world);
    await world.data.deleteAll();
    await restore(world, whole);
    const restored = new Set((await rowsOf(world)).messages?.map((row) => row.id));
    expect(restored.has(id)).toBe(false);
    expect(others.every((message) => restored.has(message.id))).toBe(true);
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
    expect(
      await world.data.restorePart({ text: whole.slice(0, half), index: 0, isLast: false }, false),
    ).toBeNull();
    await world.data.restorePart({ text: whole.slice(half), index: 1, isLast: true }, false);
    expect(await world.db.messages.count()).toBeGreaterThan(0);
  });

  it('is not restored if a part is missing', async () => {
    const world = await withData();
    await expect(world.data.restorePart({ text: 'x', index: 1, isLast: true }, false)).rejects.toMatchObject({
      code: 'invalid-message',
    });
  });

  it('replaces nothing that is there', async () => {
    const world = await withData();
    const before = await rowsOf(world);
    await expect(restore(world, await text(world))).rejects.toMatchObject({ code: 'conflict' });
    expect(await rowsOf(world)).toEqual(before);
  });

  it.each([
    ['messages', 'messages'],
    ['connections', 'connections'],
    ['model aliases', 'modelAliases'],
    ['saved prompts', 'savedPrompts'],
    ['audit entries', 'auditHeads'],
    ['unsent messages', 'composerTexts'],
    ['rows of a chat log', 'payloads'],
  ])('is refused while there are %s, which stay', async (_, table) => {
    const world = await withData();
    const { db, h } = world;
    const log = { chatId: h.chatId, runId: null, atMs: 1, direction: 'sent', data: { text: 'abc' } } as const;
    await h.deps.journal.addPayload(log);
    await db.composerTexts.put({ chatId: h.chatId, text: 'a draft', imageIds: [] });
    await db.modelAliases.add({ name: 'smart', connectionId: 'gone', model: 'one' });
    await db.savedPrompts.add({ name: 'Tidy up', text: 'Hide all previews.' });
    const whole = await text(world);
    const rows = (await rowsOf(world))[table] ?? [];
    await world.data.deleteAll();
    await db.table(table).bulkAdd(rows);
    await expect(restore(world, whole)).rejects.toMatchObject({ code: 'conflict' });
    expect(rows.length).toBeGreaterThan(0);
    expect((await rowsOf(world))[table]).toEqual(rows);
  });

  it('is refused if it broke off at the end of any line, and nothing is changed', async () => {
    const world = await withData();
    const lines = (await text(world)).split('\n').slice(0, -1);
    await world.data.deleteAll();
    for (let kept = 1; kept < lines.length; kept += 1) {
      await expect(restore(world, `${lines.slice(0, kept).join('\n')}\n`)).rejects.toMatchObject({
        message: expect.stringContaining('is incomplete'),
      });
    }
    expect(await world.db.messages.count()).toBe(0);
    const [first, second] = [lines[4] ?? '', lines[5] ?? ''];
    const swapped = lines.with(4, second).with(5, first);
    for (const changed of [lines.toSpliced(4, 1), swapped]) {
      await expect(restore(world, changed.join('\n'))).rejects.toMatchObject({
        message: expect.stringContaining('was changed after it was saved'),
      });
    }
    await restore(world, lines.join('\n'));
    expect(await world.db.messages.count()).toBeGreaterThan(0);
  });

  it('leaves an unsent message, and joins sites and log with those that are there', async () => {
    const world = await withData();
    const { db } = world;
    const entry = { atMs: 1, level: 'info' as const, topic: 'a.b', chatId: null, runId: null, data: null };
    await db.logs.add({ ...entry, id: 7, message: 'Before.', size: 1 });
    await db.sites.add({ origin: 'http://a.test', addedAtMs: 1, isOn: true });
    const whole = await text(world);
    await world.data.deleteAll();
    await db.composerTexts.add({ chatId: 'new', text: 'a draft', imageIds: [] });
    await expect(restore(world, whole)).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.composerTexts.count()).toBe(1);
    await db.composerTexts.clear();
    const setAside = { text: 'a thought', atMs: 1 };
    const made = { title: 'T', atMs: 0, binding: null, settings: newChatSettings(), lastStateHash: null };
    await db.chats.add({ ...aChat({ id: 'new', ...made }), setAside });
    await expect(restore(world, whole)).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.chats.toArray()).toMatchObject([{ setAside }]);
    await db.chats.clear();
    await db.logs.add({ ...entry, message: 'After.', size: 1 } as LogRow);
    await db.sites.bulkAdd([
      { origin: 'http://a.test', addedAtMs: 2, isOn: false },
      { origin: 'http://b.test', addedAtMs: 2, isOn: true },
    ]);
    await restore(world, whole);
    expect(await db.sites.toArray()).toEqual([
      { origin: 'http://a.test', addedAtMs: 2, isOn: false },
      { origin: 'http://b.test', addedAtMs: 2, isOn: true },
    ]);
    expect((await db.logs.toArray()).map(({ message }) => message).slice(-2)).toEqual(['Before.', 'After.']);
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

  it('is not restored at all if one of its last rows can’t be used', async () => {
    const world = await withData();
    const whole = await text(world);
    await world.data.deleteAll();
    const before = await rowsOf(world);
    const lines = whole.split('\n').slice(0, -2);
    const damaged = sealedBackup(
      lines.map((line) => line.replace(/("table":"sentRequests".*"atMs":)\d+/, '$1-1')),
    );
    await expect(restore(world, damaged)).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringMatching(/Row \d+ of .*, sentRequests ".+",.* its field “atMs”/),
    });
    expect(await rowsOf(world)).toEqual(before);
  });

  it.each([
    ['no backup', '{"format":"other"}', 'This file isn’t a backup.'],
    ['no JSON', 'hello', 'This file isn’t a backup.'],
    ['a later version', headerOf(VERSIONS.length + 1), 'is from version'],
    [
      'a row of no table',
      `${headerOf(VERSIONS.length)}\n{"table":"connectionSecrets","row":{}}`,
      'Row 2 of the file isn’t one of its rows.',
    ],
  ])('that is %s is refused', async (_what, whole, why) => {
    await expect(readBackup(sealedBackup(whole.split('\n')))).rejects.toThrow(why);
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

describe('chat logs', () => {
  async function withPayloads() {
    const world = await withData();
    const { journal } = world.h.deps;
    const payload = { runId: null, atMs: 1, direction: 'sent' as const, data: { text: 'abc' } };
    await world.h.addChat('other', 'Other');
    await world.h.addChat('gone', 'Gone');
    for (const chatId of [world.h.chatId, world.h.chatId, 'other', 'gone']) {
      await journal.addPayload({ ...payload, chatId });
    }
    await world.db.chats.delete('gone');
    return world;
  }
  const chatsWith = ({ db }: World) =>
    db.payloads.toArray((rows) => [...new Set(rows.map(({ chatId }) => chatId))].sort());

  it('are stored with their size, which is read without a payload', async () => {
    const { db } = await withPayloads();
    expect(await chatLogSizes(db)).toEqual([
      { chatId: 'chat', rows: 2, characters: 28 },
      { chatId: 'gone', rows: 1, characters: 14 },
      { chatId: 'other', rows: 1, characters: 14 },
    ]);
  });

  it('of one chat are deleted alone; its conversation and the other logs stay', async () => {
    const world = await withPayloads();
    expect(await world.data.deleteChatLog(world.h.chatId)).toBe(2);
    expect(await chatsWith(world)).toEqual(['gone', 'other']);
    expect(await world.db.messages.count()).toBeGreaterThan(0);
  });

  it('of all chats are deleted together, also of chats that are no longer there', async () => {
    const world = await withPayloads();
    expect(await world.data.free('chat-logs')).toBe(4);
    expect(await chatsWith(world)).toEqual([]);
    expect(await world.db.sentRequests.count()).toBeGreaterThan(0);
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
    await expect(
      stored(() => db.composerTexts.put({ chatId: 'c', text: 'x', imageIds: [] })),
    ).rejects.toMatchObject({
      code: 'storage-full',
      remedy: say('error.store.fullRemedy'),
    });
    expect(await db.checkpoints.count()).toBe(before);
  });
});
