import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '@/src/background/clock';
import { createPageLocks } from '@/src/background/page/page-locks';
import type { LogWrite } from '@/src/core/logging/log-entry';
import type { RunStatus } from '@/src/schema/run-status';
import { currentWording } from '@/src/texts/i18n';
import { aChat } from '../a-chat';

const CHAT = aChat({
  id: 'chat',
  binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
});

const run = (state: 'processing' | 'waiting-for-tools') => ({ id: 'run', status: { state } });
const WRITES = [
  { effect: 'write', state: 'started' },
  { effect: 'write', state: 'received' },
] as const;
const NO_SIGNAL = new AbortController().signal;

let texts: string[];
let send: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  texts = [];
  send = async () => undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

function createLocks() {
  const nothing = async () => [];
  const log: LogWrite = () => undefined;
  return createPageLocks({
    record: { lockOfChat: async () => null, chatOfLock: async () => null, chats: nothing },
    page: {
      lock(_chat, { text }) {
        texts.push(text);
        return send();
      },
      async unlock() {
        texts.push('free');
      },
    },
    chats: { byId: async () => CHAT },
    bindings: { chatsOf: nothing },
    stop: async () => undefined,
    wording: async () => currentWording(),
    logger: { warning: log, error: log },
    clock: { now: () => Date.now() },
    timer: { sleep },
  });
}

function changed(locks: ReturnType<typeof createLocks>, runId: string, status: RunStatus): Promise<void> {
  locks.emit({ chatId: CHAT.id, runId, attempt: 1 }, { type: 'status-changed', status });
  return vi.advanceTimersByTimeAsync(0).then(() => undefined);
}

describe('the lock of a working run', () => {
  it('is sent once for each text, and ends with the work of its run', async () => {
    const locks = createLocks();
    await locks.lock(CHAT, run('processing'), [], NO_SIGNAL);
    await changed(locks, 'run', { state: 'waiting-for-tools' });
    await locks.lock(CHAT, run('waiting-for-tools'), WRITES.slice(0, 1), NO_SIGNAL);
    expect(texts).toEqual(['Steward is working on this page']);
    await locks.lock(CHAT, run('waiting-for-tools'), WRITES, NO_SIGNAL);
    expect(texts.slice(1)).toEqual(['Steward is working on this page · 1 of 2']);
    await changed(locks, 'another run', { state: 'done' });
    expect(texts).toHaveLength(2);
    await changed(locks, 'run', { state: 'done' });
    expect(texts.slice(2)).toEqual(['free']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is sent again if the page did not take it', async () => {
    send = () => Promise.reject(new Error('not there'));
    const locks = createLocks();
    await locks.lock(CHAT, run('processing'), [], NO_SIGNAL);
    send = async () => undefined;
    await locks.lock(CHAT, run('processing'), [], NO_SIGNAL);
    await locks.lock(CHAT, run('processing'), [], NO_SIGNAL);
    expect(texts).toEqual(['Steward is working on this page', 'free', 'Steward is working on this page']);
  });

  it('is not awaited for more than two seconds', async () => {
    send = () => new Promise(() => undefined);
    let isDone = false;
    const locking = createLocks()
      .lock(CHAT, run('processing'), [], NO_SIGNAL)
      .then(() => {
        isDone = true;
      });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await locking;
    expect(isDone).toBe(true);
  });

  it('is not awaited once the run is being stopped', async () => {
    send = () => new Promise(() => undefined);
    const stop = new AbortController();
    const asked = createLocks()
      .lock(CHAT, run('processing'), [], stop.signal)
      .catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('stopped'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe('stopped');
  });
});
