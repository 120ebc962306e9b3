import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageLocks, LEASE_MS, RENEW_MS } from '@/src/background/page/page-locks';
import { createLockQueries } from '@/src/background/page/run-queries';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { currentWording } from '@/src/texts/i18n';
import { BAR_WORDS } from '../../fakes/bar-words';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  type Turn,
} from '../../fakes/loop-harness';

const TAB = 7;
const WORKING = 'Steward is working on this page';
const ASKING = 'Waiting for your approval in the side panel';

const PUBLISH: [string, unknown] = ['publish', {}];
const add = (text: string): [string, unknown] => ['add_note', { text }];

beforeEach(() => {
  // The test triggers renewals; the database uses real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

type Locks = ReturnType<typeof createPageLocks>;

/** The locks as the background composes them. */
function locksOver(
  h: LoopHarness,
  parts: Pick<Parameters<typeof createPageLocks>[0], 'page' | 'bindings' | 'stop'>,
): Locks {
  return createPageLocks({
    record: createLockQueries(h.db, h.clock),
    chats: { byId: h.deps.journal.chatById },
    wording: async () => currentWording(),
    logger: h.deps.logger,
    clock: h.clock,
    timer: { sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)) },
    ...parts,
  });
}

/** Makes the loop lock its pages by these. */
function connect(h: LoopHarness, locks: () => Locks): void {
  const { events } = h.deps;
  Object.assign(h.deps, {
    pageLock: { lock: (...args: Parameters<Locks['lock']>) => locks().lock(...args) },
    events: {
      emit(...args: Parameters<typeof events.emit>) {
        events.emit(...args);
        locks().emit(...args);
      },
    },
  });
}

/** A loop with page locks, and a page that records the texts of its locks. */
async function createLocked(script: Turn[]) {
  const h = await createLoopHarness(script);
  const words: string[] = [];
  const leases: { leaseId: string; leaseMs: number }[] = [];
  const refusal: { error: StewardError | null } = { error: null };
  const stopped: string[] = [];
  const restartedLocks = () =>
    locksOver(h, {
      page: {
        async lock(chat, { leaseId, leaseMs, text, canStop, ...bar }) {
          expect(chat.id).toBe(h.chatId);
          expect(bar).toEqual(BAR_WORDS);
          if (refusal.error !== null) throw refusal.error;
          leases.push({ leaseId, leaseMs });
          const line = canStop ? text : `${text} (no Stop)`;
          // A renewed lease with the same text is not recorded again.
          if (words.at(-1) !== line) words.push(line);
        },
        async unlock(_chat, leaseId) {
          words.push(leases.length === 0 || leases.at(-1)?.leaseId === leaseId ? 'free' : `free ${leaseId}`);
        },
      },
      bindings: { chatsOf: async (tabId) => (tabId === TAB ? [h.chatId] : []) },
      async stop(chatId) {
        stopped.push(chatId);
        await h.loop.stop(chatId);
      },
    });
  let locks = restartedLocks();
  connect(h, () => locks);
  return {
    h,
    words,
    leases,
    refusal,
    stopped,
    get locks() {
      return locks;
    },
    /** The locks lose their memory with the worker. */
    restart() {
      locks = restartedLocks();
      return h.restart();
    },
    /** Waits until the page has processed everything so far. */
    updated: () => locks.update(h.chatId),
    /** Waits until the run is over or waits, and the page has processed everything so far. */
    async settled() {
      const record = await h.settled();
      await locks.update(h.chatId);
      return record;
    },
    /** The newest state of the page. */
    last: () => words.at(-1),
    send: (text: string) => h.loop.sendUserMessage(h.chatId, text),
    /** Advances the time by one or several renewals. */
    async renewed(times = 1) {
      for (let renewals = 0; renewals < times; renewals += 1) {
        vi.advanceTimersByTime(RENEW_MS);
        await locks.update(h.chatId);
      }
    },
    async runId() {
      const { run } = await h.record();
      if (run === null) throw new Error('no run yet');
      return run.id;
    },
    warnings: () => h.logged.filter(({ topic }) => topic === 'page.lock'),
  };
}

/** A run whose request is sent, and answered after `release`. */
async function thinking() {
  const { turn, release, reached } = heldBack([], says('Done.'));
  const l = await createLocked([turn]);
  await l.send('Think');
  await reached;
  await l.updated();
  return { l, release };
}

/** A response that records the page's lock when it is requested. */
function noting(seen: string[][], words: () => string[], chunks: AIStreamChunk[]): Turn {
  return () => {
    seen.push([...words()]);
    return chunks;
  };
}

describe('the page of a run', () => {
  it('is locked before the first request is sent, and unlocked when the run is over', async () => {
    const seen: string[][] = [];
    let words: string[] = [];
    const l = await createLocked([noting(seen, () => words, says('Hello.'))]);
    words = l.words;
    await l.send('Hello');
    await l.settled();
    expect(seen).toEqual([[WORKING]]);
    expect(l.words).toEqual([WORKING, 'free']);
    expect(l.leases[0]).toEqual({ leaseId: await l.runId(), leaseMs: LEASE_MS });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows how many of the response’s changes are made, before each of them', async () => {
    const l = await createLocked([
      calls(add('a'), ['count_notes', {}], add('b'), add('c')),
      calls(['count_notes', {}]),
      says('Done.'),
    ]);
    const before: (string | undefined)[] = [];
    l.h.notes.hooks.beforeExecute = async (tool) => {
      if (tool === 'add_note') before.push(l.last());
    };
    await l.send('Add');
    await l.settled();
    expect(before).toEqual([`${WORKING} · 1 of 3`, `${WORKING} · 2 of 3`, `${WORKING} · 3 of 3`]);
    expect(l.words.at(-2)).toBe(WORKING);
    expect(l.last()).toBe('free');
  });

  it('stays locked for five minutes of an approval, and is locked again before an approved call', async () => {
    const l = await createLocked([calls(PUBLISH), says('Published.')]);
    await l.send('Publish');
    await l.settled();
    expect(l.last()).toBe(ASKING);
    const { createdAtMs } = await l.h.pendingApproval();
    l.h.clock.pass(createdAtMs + 299_900 - l.h.clock.now());
    await l.renewed();
    expect(l.last()).toBe(ASKING);
    l.h.clock.pass(100);
    await l.renewed();
    expect(l.last()).toBe('free');
    expect(vi.getTimerCount()).toBe(0);

    let before: string | undefined;
    l.h.notes.hooks.beforeExecute = async () => {
      before = l.last();
    };
    await l.h.decide('approve');
    await l.h.settled();
    expect(before).toBe(WORKING);
    await l.settled();
    expect(l.last()).toBe('free');
  });

  it('is unlocked while the run is paused, and while it waits for the user', async () => {
    const { turn, release, reached } = heldBack([], calls(['count_notes', {}]));
    const l = await createLocked([turn, calls(['ask_user', { question: 'Which?', choices: [] }])]);
    await l.send('Look');
    await reached;
    await l.h.loop.pause(l.h.chatId);
    release();
    await l.settled();
    expect(l.words).toEqual([WORKING, 'free']);
    await l.h.loop.resume(l.h.chatId);
    await l.settled();
    expect(l.words).toEqual([WORKING, 'free', WORKING, 'free']);
    expect((await l.h.record()).run?.status.state).toBe('waiting-for-user-input');
  });

  it('is renewed every five seconds as long as the run works', async () => {
    const { l, release } = await thinking();
    const given = l.leases.length;
    await l.renewed(3);
    expect(RENEW_MS * 3).toBe(LEASE_MS);
    expect(l.leases.length).toBeGreaterThanOrEqual(given + 3);
    release();
    await l.settled();
    const last = l.leases.length;
    vi.advanceTimersByTime(60_000);
    await l.settled();
    expect(l.leases).toHaveLength(last);
  });

  it('that can’t be locked doesn’t stop the run, and is logged once until it can', async () => {
    const { turn, release, reached } = heldBack([], says('Done.'));
    const l = await createLocked([turn]);
    l.refusal.error = new StewardError('page-gone', 'The page is gone.', { remedy: 'Open it.' });
    await l.send('Think');
    await reached;
    await l.renewed(2);
    expect(l.warnings()).toEqual([
      {
        level: 'warning',
        topic: 'page.lock',
        message: 'The page could not be locked, and the run continues: The page is gone.',
        chatId: l.h.chatId,
        data: { code: 'page-gone' },
      },
    ]);
    l.refusal.error = null;
    await l.renewed();
    expect(l.last()).toBe(WORKING);
    // Switched off meanwhile: the page's remaining lock is released at once.
    l.refusal.error = new StewardError('turned-off', 'Steward is off.', { remedy: 'Switch it on.' });
    await l.locks.updateAll();
    expect(l.last()).toBe('free');
    expect(l.warnings()).toHaveLength(2);
    release();
    expect((await l.h.settled()).run?.status).toMatchObject({ outcome: 'completed' });
  });

  it.each([
    ['while an approval is pending', ASKING],
    ['while the run continues', WORKING],
  ])('is locked again by a restarted worker, %s', async (_, text) => {
    const { turn, reached } = heldBack([], says('Never.'));
    const l = await createLocked(text === ASKING ? [calls(PUBLISH)] : [turn, turn]);
    await l.send('Go');
    await (text === ASKING ? l.settled() : reached);
    await l.updated();
    l.words.length = 0;
    const loop = l.restart();
    await loop.recover(l.h.chatId, false);
    await l.updated();
    expect(l.words).toEqual([text]);
    await loop.stop(l.h.chatId);
    await l.settled();
    expect(l.last()).toBe('free');
  });

  it('is not locked by a worker that restarts after the run', async () => {
    const l = await createLocked([says('Hello.')]);
    await l.send('Hello');
    await l.settled();
    l.words.length = 0;
    l.restart();
    await l.locks.updateAll();
    await l.locks.updateTab(TAB);
    expect(l.words).toEqual([]);
  });

  it('is locked when its tab has loaded another document', async () => {
    const { l, release } = await thinking();
    const given = l.leases.length;
    await l.locks.updateTab(8);
    expect(l.leases).toHaveLength(given);
    await l.locks.updateTab(TAB);
    expect(l.leases).toHaveLength(given + 1);
    release();
    await l.h.settled();
  });

  it('stays unchanged if the database can’t be read, which is logged', async () => {
    const l = await createLocked([]);
    l.h.db.close();
    await l.locks.update(l.h.chatId);
    await l.locks.updateAll();
    expect(l.warnings().map(({ message, data }) => [message, data])).toEqual([
      [
        'The page could not be locked, and the run continues: Steward’s database could not be read or written.',
        { code: 'storage' },
      ],
      ['The pages to lock can’t be read.', { code: 'storage' }],
    ]);
    expect(l.words).toEqual([]);
  });
});

describe('a stop requested by a page', () => {
  it('ends the run as the panel’s Stop does, and the bar shows it meanwhile', async () => {
    const { l } = await thinking();
    await l.locks.stopFromPage(TAB, await l.runId());
    expect((await l.settled()).run?.status).toMatchObject({ outcome: 'stopped' });
    expect(l.words).toEqual([WORKING, 'Stopping… (no Stop)', 'free']);
    expect(l.stopped).toEqual([l.h.chatId]);
    expect(l.warnings()).toEqual([]);
  });

  it('offers Stop again if the stop failed', async () => {
    const { l, release } = await thinking();
    vi.spyOn(l.h.loop, 'stop').mockRejectedValue(
      new StewardError('storage', 'It is full.', { remedy: 'Make room.' }),
    );
    await l.locks.stopFromPage(TAB, await l.runId());
    expect(l.warnings()).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'The run could not be stopped from its page.',
        data: { code: 'storage' },
      }),
    ]);
    await l.renewed();
    expect(l.last()).toBe(WORKING);
    release();
    await l.h.settled();
  });

  it.each([
    ['another tab', 8, true],
    ['an unknown lease', TAB, false],
  ])('is refused from %s, and logged', async (_, tabId, isOwnLease) => {
    const { l, release } = await thinking();
    await l.locks.stopFromPage(tabId, isOwnLease ? await l.runId() : 'x');
    expect(l.stopped).toEqual([]);
    expect(l.warnings()).toEqual([
      {
        level: 'warning',
        topic: 'page.lock',
        message: 'A page requested a stop of a run that doesn’t work on it.',
        data: { tabId },
      },
    ]);
    release();
    expect((await l.h.settled()).run?.status).toMatchObject({ outcome: 'completed' });
  });

  it('is refused for a run that locks nothing', async () => {
    const l = await createLocked([calls(['ask_user', { question: 'Which?', choices: [] }])]);
    expect((await l.h.send('Ask')).run?.status.state).toBe('waiting-for-user-input');
    await l.locks.stopFromPage(TAB, await l.runId());
    expect(l.stopped).toEqual([]);
    expect(l.warnings()).toHaveLength(1);
  });
});

it('locks a page of two chats for one of them at a time', async () => {
  const first = heldBack([], calls(add('eggs')));
  const second = heldBack([], calls(add('tea')));
  const h = await createLoopHarness([first.turn, says('Added.'), second.turn, says('Added.')]);
  await h.addChat('second', 'Second');
  const given: string[] = [];
  const held = new Set<string>();
  let most = 0;
  const locks = locksOver(h, {
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
    bindings: { chatsOf: async () => [h.chatId, 'second'] },
    stop: (chatId) => h.loop.stop(chatId),
  });
  connect(h, () => locks);
  const run = async () => (await h.deps.journal.load('second')).run;
  const loop = h.restart();

  await loop.sendUserMessage(h.chatId, 'Add eggs');
  await first.reached;
  await loop.sendUserMessage('second', 'Add tea');
  const waits = { status: { state: 'waiting-for-agent-coordination' } };
  await expect.poll(run).toMatchObject(waits);
  await locks.updateTab(1);
  await locks.stopFromPage(1, (await run())?.id ?? '');
  expect(given).toEqual([h.chatId]);
  expect(await run()).toMatchObject(waits);

  first.release();
  await second.reached;
  await locks.updateTab(1);
  second.release();
  await expect.poll(run).toMatchObject({ status: { outcome: 'completed' } });
  await locks.updateTab(1);
  expect(given).toEqual([h.chatId, 'second']);
  expect(most).toBe(1);
  expect(held.size).toBe(0);
});
