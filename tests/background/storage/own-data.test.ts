import Dexie from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createConnectionStore } from '@/src/background/storage/connection-store';
import { readBackup } from '@/src/background/storage/read-archive';
import { stored } from '@/src/background/storage/storage-error';
import type { LogRow } from '@/src/schema/log-entry';
import { say } from '@/src/schema/values/said';
import { UPGRADE_DATABASE, writeBackup } from '@/src/store/backup';
import { chatLogSizes } from '@/src/store/chat-log-sizes';
import { VERSIONS } from '@/src/store/db';
import { readFrozen, thawDatabase } from '../../fakes/frozen-database';
import { calls, createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';
import { sealedBackup } from '../../fakes/sealed-backup';
import { aChat } from '../a-chat';
import { ownDataOf, whole } from './own-data-of';

beforeEach(async () => {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
});

/** A chat with a changed page, a connection with a key, and the commands over its database. */
async function withData(more: Turn[] = []) {
  const script = [calls(['add_note', { text: 'eggs' }]), says('Added.'), ...more];
  const h = await createLoopHarness(script, { hasDryRuns: true });
  const { db, loop } = h;
  const { ids } = h.deps;
  const connections = createConnectionStore({ db, clock: h.clock, ids });
  const connection = { connectionId: null, label: 'Mine', baseUrl: 'http://m.test/v1', headers: [] };
  await connections.save({ ...connection, key: 'sk-secret-key' }, null);
  await h.send('Add eggs');
  const log = { clear: vi.fn(async () => undefined) };
  const sites = {
    forget: vi.fn((origin: string): Promise<void> => db.sites.delete(origin)),
    changing: <Result>(change: () => Promise<Result>) => change(),
  };
  const data = ownDataOf(db, { loop, connections, sites, log, ids });
  const backup = async () => (await writeBackup(db, h.clock.now())).join('');
  return {
    ...{ h, db, data, log, sites, backup },
    /** Deletes all data; returns its backup. */
    async replace(): Promise<string> {
      const text = await backup();
      await data.deleteAll();
      return text;
    },
    restore: (text: string) => data.restorePart(whole(text), false),
    async rows() {
      const rows = await Promise.all(
        db.tables.map(async ({ name }) => [name, await db.table(name).toArray()]),
      );
      return Object.fromEntries(rows) as Record<string, Record<string, unknown>[]>;
    },
  };
}

const headerOf = (version: number) => JSON.stringify({ format: 'steward-backup', version, createdAtMs: 0 });

describe('deleting all data', () => {
  it('empties every table, the audit and the keys included, and the settings', async () => {
    const { db, data, sites, log, rows } = await withData();
    await browser.storage.local.set({ 'is-steward-on': false });
    await db.sites.add({ origin: 'http://a.test', addedAtMs: 0, isOn: true });
    expect((await rows()).audit).not.toEqual([]);
    // From a restore that broke off.
    await thawDatabase(UPGRADE_DATABASE, readFrozen('version-5'));
    await data.deleteAll();
    expect(await Dexie.exists(UPGRADE_DATABASE)).toBe(false);
    expect(Object.values(await rows()).flat()).toEqual([]);
    expect(await browser.storage.local.get(null)).toEqual({});
    expect(sites.forget).toHaveBeenCalledWith('http://a.test');
    expect(log.clear).toHaveBeenCalledOnce();
  });

  it('ends a run first, so that nothing is written afterwards', async () => {
    const { h, db, data } = await withData([hangs]);
    await h.loop.sendUserMessage(h.chatId, 'More');
    await data.deleteAll();
    await expect.poll(() => h.loop.isBusy()).toBe(false);
    expect(await db.messages.count()).toBe(0);
  });
});

describe('a backup', () => {
  it('contains no key', async () => {
    const { backup } = await withData();
    expect(await backup()).not.toMatch(/sk-secret-key|connectionSecrets/);
  });

  it('restores all rows in an empty database', async () => {
    const { rows, replace, restore } = await withData();
    const before = await rows();
    expect(await restore(await replace())).toEqual({ rows: expect.any(Number) });
    const after = await rows();
    for (const name of ['chats', 'executions', 'checkpoints', 'usage', 'audit']) {
      expect(after[name], name).toEqual(before[name]);
    }
    // Only what delimits page data is new, and the page’s state as the run sent it is not restored.
    const plain = (given: Record<string, unknown>[] = []) =>
      given.map(({ nonce: _, contextText: __, snapshot: ___, savedHash: ____, ...row }) => row);
    for (const name of ['messages', 'runs']) expect(plain(after[name]), name).toEqual(plain(before[name]));
    expect(after.connections).toMatchObject([{ label: 'Mine', hasKey: false }]);
    expect(after.connectionSecrets).toEqual([]);
  });

  it('says how many rows are read, and of how many chats the words are restored', async () => {
    const { h, db } = await withData();
    const onRows = vi.fn();
    const text = (await writeBackup(db, 1, onRows)).join('');
    const rows = text.split('\n').length - 3;
    expect(onRows.mock.calls.at(0)).toEqual([1, rows]);
    expect(onRows.mock.calls.at(-1)).toEqual([rows, rows]);
    const onChats = vi.fn();
    const data = ownDataOf(db, { loop: h.loop, ids: h.deps.ids, onChats });
    await data.deleteAll();
    await data.restorePart(whole(text), false);
    expect(onChats.mock.calls).toEqual([[1, 1]]);
  });

  it('leaves out a damaged message, so that the rest can be restored', async () => {
    const { db, replace, restore } = await withData();
    const [first, damaged, ...others] = await db.messages.orderBy('id').toArray();
    if (first === undefined || damaged === undefined) throw new Error('There is one message at most.');
    const { id, chatId, position } = damaged;
    await db.messages.put({ id, chatId, position } as never);
    await restore(await replace());
    const kept = [first, ...others].map((message) => message.id);
    expect(await db.messages.orderBy('id').primaryKeys()).toEqual(kept);
  });

  it('restores packed states byte for byte', async () => {
    const { db, replace, restore } = await withData();
    const content = { kind: 'packed' as const, deflated: Uint8Array.from([0, 1, 127, 128, 255]) };
    await db.checkpoints.toCollection().modify({ content });
    await restore(await replace());
    expect(await db.checkpoints.toArray()).toMatchObject([{ content }]);
  });

  it('is restored in parts', async () => {
    const { db, data, replace } = await withData();
    const text = await replace();
    const half = Math.floor(text.length / 2);
    const first = { text: text.slice(0, half), index: 0, isLast: false };
    expect(await data.restorePart(first, false)).toBeNull();
    await data.restorePart({ text: text.slice(half), index: 1, isLast: true }, false);
    expect(await db.messages.count()).toBeGreaterThan(0);
  });

  it('is not restored if a part is missing', async () => {
    const { data } = await withData();
    const second = data.restorePart({ text: 'x', index: 1, isLast: true }, false);
    await expect(second).rejects.toMatchObject({ code: 'invalid-message' });
  });

  it.each([
    ['messages', 'messages'],
    ['connections', 'connections'],
    ['model aliases', 'modelAliases'],
    ['saved prompts', 'savedPrompts'],
    ['audit entries', 'auditHeads'],
    ['unsent messages', 'composerTexts'],
    ['rows of a chat log', 'payloads'],
    ['unsent texts set aside', 'chats'],
  ])('is refused while there are %s, which stay', async (_, table) => {
    const { h, db, rows, replace, restore } = await withData();
    const { chatId } = h;
    const log = { chatId, runId: null, atMs: 1, direction: 'sent', data: { text: 'abc' } } as const;
    await h.deps.journal.addPayload(log);
    await db.composerTexts.put({ chatId, text: 'a draft', imageIds: [] });
    await db.modelAliases.add({ name: 'smart', connectionId: 'gone', model: 'one' });
    await db.savedPrompts.add({ name: 'Tidy up', text: 'Hide all previews.' });
    await db.chats.update(chatId, { setAside: { text: 'a thought', atMs: 1 } });
    const { [table]: present = [] } = await rows();
    const text = await replace();
    await db.table(table).bulkAdd(present);
    await expect(restore(text)).rejects.toMatchObject({ code: 'conflict' });
    expect(present.length).toBeGreaterThan(0);
    expect(Object.entries(await rows()).filter(([, found]) => found.length > 0)).toEqual([[table, present]]);
  });

  it('is refused if it broke off at the end of any line, and nothing is changed', async () => {
    const { db, replace, restore } = await withData();
    const lines = (await replace()).split('\n').slice(0, -1);
    const expectRefused = (kept: readonly string[], why: string) =>
      expect(restore(kept.join('\n'))).rejects.toMatchObject({ message: expect.stringContaining(why) });
    for (let kept = 1; kept < lines.length; kept += 1) {
      await expectRefused([...lines.slice(0, kept), ''], 'is incomplete');
    }
    expect(await db.messages.count()).toBe(0);
    const [first = '', second = ''] = lines.slice(4);
    for (const changed of [lines.toSpliced(4, 1), lines.with(4, second).with(5, first)]) {
      await expectRefused(changed, 'was changed after it was saved');
    }
    await restore(lines.join('\n'));
    expect(await db.messages.count()).toBeGreaterThan(0);
  });

  it('joins sites and log with those that are there', async () => {
    const { db, replace, restore } = await withData();
    const entry = { atMs: 1, level: 'info' as const, topic: 'a.b', chatId: null, runId: null, data: null };
    await db.logs.add({ ...entry, id: 7, message: 'Before.', size: 1 });
    await db.sites.add({ origin: 'http://a.test', addedAtMs: 1, isOn: true });
    const text = await replace();
    await db.logs.add({ ...entry, message: 'After.', size: 1 } as LogRow);
    const present = [
      { origin: 'http://a.test', addedAtMs: 2, isOn: false },
      { origin: 'http://b.test', addedAtMs: 2, isOn: true },
    ];
    await db.sites.bulkAdd(present);
    await db.chats.add(aChat({ id: 'new' }));
    await restore(text);
    expect(await db.sites.toArray()).toEqual(present);
    expect((await db.logs.toArray()).map(({ message }) => message).slice(-2)).toEqual(['Before.', 'After.']);
  });

  it('ends the runs that were open, so that nothing works on a page because of a file', async () => {
    const { h, db, replace, restore } = await withData([hangs]);
    await h.loop.sendUserMessage(h.chatId, 'More');
    await restore(await replace());
    expect((await db.runs.toArray()).map(({ status }) => status)).toMatchObject([
      { outcome: 'completed' },
      { outcome: 'stopped' },
    ]);
  });

  it('is not restored at all if one of its last rows can’t be used', async () => {
    const { rows, replace, restore } = await withData();
    const lines = (await replace()).split('\n').slice(0, -2);
    const damaged = lines.map((line) => line.replace(/("table":"sentRequests".*"atMs":)\d+/, '$1-1'));
    await expect(restore(sealedBackup(damaged))).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringMatching(/Row \d+ of .*, sentRequests ".+",.* its field “atMs”/),
    });
    expect(Object.values(await rows()).flat()).toEqual([]);
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
  ])('that is %s is refused', async (_what, text, why) => {
    await expect(readBackup(sealedBackup(text.split('\n')))).rejects.toThrow(why);
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
    const { h, db, data } = await withData();
    const payload = { runId: null, atMs: 1, direction: 'sent' as const, data: { text: 'abc' } };
    await h.addChat('other', 'Other');
    await h.addChat('gone', 'Gone');
    for (const chatId of ['chat', 'chat', 'other', 'gone']) {
      await h.deps.journal.addPayload({ ...payload, chatId });
    }
    await db.chats.delete('gone');
    return { db, data, sizes: () => chatLogSizes(db) };
  }
  const of = (chatId: string, rows: number) => ({ chatId, rows, characters: 14 * rows });

  it('of one chat are deleted alone; its conversation and the other logs stay', async () => {
    const { db, data, sizes } = await withPayloads();
    expect(await sizes()).toEqual([of('chat', 2), of('gone', 1), of('other', 1)]);
    expect(await data.deleteChatLog('chat')).toBe(2);
    expect(await sizes()).toEqual([of('gone', 1), of('other', 1)]);
    expect(await db.messages.count()).toBeGreaterThan(0);
  });

  it('of all chats are deleted together, also of chats that are no longer there', async () => {
    const { db, data, sizes } = await withPayloads();
    expect(await data.free('chat-logs')).toBe(4);
    expect(await sizes()).toEqual([]);
    expect(await db.sentRequests.count()).toBeGreaterThan(0);
  });
});

it('a write for which there is no space is an error that says what can be freed, and frees nothing by itself', async () => {
  const { db } = await withData();
  const quota = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const before = await db.checkpoints.count();
  db.composerTexts.hook('creating', quota);
  const write = stored(() => db.composerTexts.put({ chatId: 'c', text: 'x', imageIds: [] }));
  await expect(write).rejects.toMatchObject({
    code: 'storage-full',
    remedy: say('error.store.fullRemedy'),
  });
  expect(await db.checkpoints.count()).toBe(before);
});
