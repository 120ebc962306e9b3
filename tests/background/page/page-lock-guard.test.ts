import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '@/src/background/clock';
import { withPageLock } from '@/src/background/page/page-locks';
import type { ExecutionRequest } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { createNotesPage } from '../../fakes/notes-adapter';
import { tokenOn } from '../../fakes/token-on';

const CHAT = newChat({
  id: 'chat',
  title: '',
  atMs: 0,
  binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
  settings: newChatSettings(),
  lastStateHash: null,
});

const call = (tool: string, stateHash = ''): ExecutionRequest => ({
  executionId: tool,
  tool,
  args: tool === 'add_note' ? { text: 'a' } : {},
  timeoutMs: 1_000,
  token: tokenOn(stateHash),
});

let done: string[];
let update: (chatId: string) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  update = async (chatId) => {
    done.push(`lock ${chatId}`);
  };
});

afterEach(() => {
  vi.useRealTimers();
});

function behindTheLock() {
  const notes = createNotesPage({ notes: [], published: [] }, () => 1);
  notes.hooks.beforeExecute = async (tool) => {
    done.push(tool);
  };
  return withPageLock({
    locks: { update: (chatId) => update(chatId) },
    page: notes.port,
    timer: { sleep },
  });
}

describe('a page behind the lock', () => {
  it('locks the page on request and before a call that may change it, and not for reads', async () => {
    const { page, pageLock } = behindTheLock();
    const { stateHash } = await page.readContext(CHAT, new AbortController().signal);
    await page.query(CHAT, call('count_notes'), new AbortController().signal);
    expect(done).toEqual(['count_notes']);
    done = [];
    await page.execute(CHAT, call('add_note', stateHash), new AbortController().signal);
    await pageLock.lock(CHAT.id, new AbortController().signal);
    expect(done).toEqual(['lock chat', 'add_note', 'lock chat']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits no longer than two seconds for a page that doesn’t answer', async () => {
    update = () => new Promise(() => undefined);
    const locking = behindTheLock()
      .pageLock.lock(CHAT.id, new AbortController().signal)
      .then(() => done.push('locked'));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await locking;
    expect(done).toEqual(['locked']);
  });

  it.each<[string, (ports: ReturnType<typeof behindTheLock>, signal: AbortSignal) => Promise<unknown>]>([
    ['a request', ({ pageLock }, signal) => pageLock.lock(CHAT.id, signal)],
    ['a call', ({ page }, signal) => page.execute(CHAT, call('add_note'), signal)],
  ])('a stop while the page is being locked for %s → ends the wait and sends nothing', async (_, ask) => {
    update = () => new Promise(() => undefined);
    const stop = new AbortController();
    const asked = ask(behindTheLock(), stop.signal).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('stopped'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe('stopped');
    expect(done).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
