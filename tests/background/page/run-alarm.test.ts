import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { keepRunAlarm } from '@/src/background/page/run-alarm';
import { hasUnfinishedWork } from '@/src/background/page/run-queries';
import { StewardError } from '@/src/core/errors';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { RunStatus } from '@/src/schema/run-status';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { aRestore } from '../../core/checkpoints/a-restore';
import { ended, storedRun, WAITING } from '../../panel/stored-run';

/** Longer than any time limit of a restore. */
const LONG_MS = 600_000;

let db: StewardDatabase;
let nowMs: number;
/** The alarms of the browser, by name, which outlive a background. */
let alarms: Map<string, object>;
let goOff: () => void;
let errors: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  db = createDatabase(DATABASE_NAME);
  nowMs = 0;
  alarms = new Map();
  goOff = () => undefined;
  errors = [];
  Object.assign(browser, {
    alarms: {
      create: async (name: string, info: object) => void alarms.set(name, info),
      clear: async (name: string) => alarms.delete(name),
      onAlarm: {
        addListener(listener: () => void) {
          goOff = listener;
        },
      },
    },
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await db.delete();
});

const isUnfinished = () => hasUnfinishedWork(db, { now: () => nowMs });

function startBackground(read = isUnfinished): void {
  keepRunAlarm({ isUnfinished: read, onFailed: (error) => void errors.push(error) });
}

/** Lets time pass until the alarms are these. */
const expectAlarms = (...expected: object[]) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000);
    expect([...alarms.values()]).toEqual(expected);
  });

const EVERY_30_S = { periodInMinutes: 0.5 };

describe('a run', () => {
  it.each<[string, boolean, RunStatus]>([
    ['starts', true, { state: 'waiting-for-all-actors-ready' }],
    ['requests an answer', true, { state: 'processing' }],
    ['carries out calls', true, { state: 'waiting-for-tools' }],
    ['waits for a time', true, WAITING],
    ['waits for an approval', false, { state: 'waiting-for-approval', approvalId: 'a' }],
    ['waits for the user', false, { state: 'waiting-for-user-input', reason: 'question' }],
    ['waits for a model', false, { state: 'waiting-for-endpoint' }],
    ['is paused in a step', false, { state: 'paused', before: { state: 'processing' } }],
    ['is completed', false, ended('completed')],
    ['failed', false, ended('error')],
    ['is done', false, { state: 'done' }],
  ])('that %s is unfinished: %s', async (_what, expected, status) => {
    await db.runs.put(storedRun(status));
    expect(await isUnfinished()).toBe(expected);
  });
});

describe('the run of a chat about several sites', () => {
  it.each<[string, boolean, RunStatus]>([
    ['asks the user', false, { state: 'waiting-for-approval', approvalId: 'a' }],
    ['carries out calls', true, { state: 'waiting-for-tools' }],
    ['has ended', true, { state: 'done' }],
  ])('while a site %s is unfinished: %s', async (_what, expected, status) => {
    const made = { title: 'T', atMs: 0, binding: null, settings: newChatSettings(), lastStateHash: null };
    const targets = ['a', 'b'].map((name) => ({ name, chatId: name }));
    const run = storedRun({ state: 'waiting-for-tools' });
    await db.chats.put({ ...newChat({ ...made, id: run.chatId }), targets });
    await db.runs.bulkPut([run, storedRun(status, { id: 'of-site', chatId: 'a' })]);
    expect(await isUnfinished()).toBe(expected);
  });
});

describe('the alarm', () => {
  it('is set when a run begins, and cleared when no run continues by itself', async () => {
    startBackground();
    await db.runs.put(storedRun({ state: 'processing' }));
    await expectAlarms(EVERY_30_S);
    await db.runs.put(storedRun({ state: 'waiting-for-approval', approvalId: 'a' }));
    await expectAlarms();
    await db.runs.bulkPut([
      storedRun({ state: 'waiting-for-tools' }),
      storedRun({ state: 'processing' }, { id: 'another', chatId: 'other' }),
    ]);
    await expectAlarms(EVERY_30_S);
    await db.runs.put(storedRun({ state: 'done' }));
    await db.runs.update('another', { status: ended('stopped') });
    await expectAlarms();
    expect(errors).toEqual([]);
  });

  it('is cleared at the start if an earlier background left it and nothing is unfinished', async () => {
    startBackground();
    await db.runs.put(storedRun({ state: 'processing' }));
    await expectAlarms(EVERY_30_S);
    const [name = ''] = alarms.keys();
    await db.runs.clear();
    await expectAlarms();
    alarms.set(name, EVERY_30_S);
    startBackground();
    await expectAlarms();
  });

  it('is set while a restore is open, but not for one whose page never answers', async () => {
    startBackground();
    await db.restores.put(aRestore('c', 0));
    await expectAlarms(EVERY_30_S);
    nowMs = LONG_MS;
    goOff();
    await expectAlarms();
    expect(await db.restores.count()).toBe(1);
  });

  it('is set after the browser refused it once, at the next change', async () => {
    const { create } = browser.alarms;
    Object.assign(browser.alarms, { create: () => Promise.reject(new Error('too many')) });
    startBackground();
    await db.runs.put(storedRun({ state: 'processing' }));
    await vi.waitFor(() => expect(errors).toContainEqual(new Error('too many')));
    expect(alarms.size).toBe(0);
    Object.assign(browser.alarms, { create });
    await db.runs.put(storedRun({ state: 'waiting-for-tools' }));
    await expectAlarms(EVERY_30_S);
  });

  it('is set once the database can be read again', async () => {
    const failure = new StewardError('storage', 'The disk is full.', { remedy: 'Free some space.' });
    let isBroken = true;
    startBackground(async () => {
      if (isBroken) throw failure;
      return isUnfinished();
    });
    await db.runs.put(storedRun({ state: 'processing' }));
    await vi.waitFor(() => expect(errors).toEqual([failure]));
    isBroken = false;
    await vi.advanceTimersByTimeAsync(30_000);
    await expectAlarms(EVERY_30_S);
  });
});
