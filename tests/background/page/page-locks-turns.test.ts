import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageLocks } from '@/src/background/page/page-locks';
import { createLockQueries } from '@/src/background/page/run-queries';
import { currentWording } from '@/src/texts/i18n';
import { calls, createLoopHarness, heldBack, says } from '../../fakes/loop-harness';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('locks a page of two chats for one of them at a time', async () => {
  const first = heldBack([], calls(['add_note', { text: 'eggs' }]));
  const second = heldBack([], calls(['add_note', { text: 'tea' }]));
  const h = await createLoopHarness([first.turn, says('Added.'), second.turn, says('Added.')]);
  await h.addChat('second', 'Second');
  const given: string[] = [];
  const held = new Set<string>();
  let most = 0;
  const locks = createPageLocks({
    record: createLockQueries(h.db, h.clock),
    page: {
      async lock(chat, { leaseId }) {
        held.add(leaseId);
        most = Math.max(most, held.size);
        if (given.at(-1) !== chat.id) given.push(chat.id);
      },
      async unlock(_chat, leaseId) {
        held.delete(leaseId);
      },
    },
    chats: { byId: async (chatId) => (await h.deps.journal.load(chatId)).chat },
    bindings: { chatsOf: async () => [h.chatId, 'second'] },
    stop: (chatId) => h.loop.stop(chatId),
    wording: async () => currentWording(),
    logger: h.deps.logger,
    clock: h.clock,
    timer: { sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)) },
  });
  const { events } = h.deps;
  Object.assign(h.deps, {
    pageLock: locks,
    events: {
      emit(...args: Parameters<typeof events.emit>) {
        events.emit(...args);
        locks.emit(...args);
      },
    },
  });
  const loop = h.restart();

  await loop.sendUserMessage(h.chatId, 'Add eggs');
  await first.reached;
  await loop.sendUserMessage('second', 'Add tea');
  await expect
    .poll(async () => (await h.deps.journal.load('second')).run?.status.state)
    .toBe('waiting-for-agent-coordination');
  await locks.updateTab(1);
  const runId = (await h.deps.journal.load('second')).run?.id ?? '';
  await locks.stopFromPage(1, runId);
  expect(given).toEqual([h.chatId]);
  expect((await h.deps.journal.load('second')).run?.status.state).toBe('waiting-for-agent-coordination');

  first.release();
  await second.reached;
  await locks.updateTab(1);
  second.release();
  await expect
    .poll(async () => (await h.deps.journal.load('second')).run?.status)
    .toMatchObject({ outcome: 'completed' });
  await locks.updateTab(1);
  expect(given).toEqual([h.chatId, 'second']);
  expect(most).toBe(1);
  expect(held.size).toBe(0);
});
