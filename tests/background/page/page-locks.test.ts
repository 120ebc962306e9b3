import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageLocks, LEASE_MS, RENEW_MS } from '@/src/background/page/page-locks';
import { createLockQueries } from '@/src/background/page/run-queries';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { currentWording } from '@/src/texts/i18n';
import { BAR_WORDS } from '../../fakes/bar-words';
import { calls, createLoopHarness, heldBack, says, type Turn } from '../../fakes/loop-harness';

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

/**
 * The loop with its journal, the locks as the background composes them, and a page that records their texts.
 */
async function createLocked(script: Turn[]) {
  const h = await createLoopHarness(script);
  const words: string[] = [];
  const leases: { leaseId: string; leaseMs: number }[] = [];
  const refusal: { error: StewardError | null } = { error: null };
  const stopped: string[] = [];
  const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));
  const restartedLocks = () =>
    createPageLocks({
      record: createLockQueries(h.db, h.clock),
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
      chats: { byId: async (chatId) => (await h.deps.journal.load(chatId)).chat },
      bindings: { chatsOf: async (tabId) => (tabId === TAB ? [h.chatId] : []) },
      async stop(chatId) {
        stopped.push(chatId);
        await h.loop.stop(chatId);
      },
      wording: async () => currentWording(),
      logger: h.deps.logger,
      clock: h.clock,
      timer: { sleep },
    });
  let locks = restartedLocks();
  const { events } = h.deps;
  Object.assign(h.deps, {
    pageLock: { lock: (...args: Parameters<typeof locks.lock>) => locks.lock(...args) },
    events: {
      emit(...args: Parameters<typeof events.emit>) {
        events.emit(...args);
        locks.emit(...args);
      },
    },
  });
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
    settled: () => locks.update(h.chatId),
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
  await l.h.loop.sendUserMessage(l.h.chatId, 'Think');
  await reached;
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
    await l.h.send('Hello');
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
      if (tool === 'add_note') before.push(l.words.at(-1));
    };
    await l.h.send('Add');
    await l.settled();
    expect(before).toEqual([`${WORKING} · 1 of 3`, `${WORKING} · 2 of 3`, `${WORKING} · 3 of 3`]);
    expect(l.words.at(-2)).toBe(WORKING);
    expect(l.words.at(-1)).toBe('free');
  });

  it('stays locked for five minutes of an approval, and is locked again before an approved call', async () => {
    const l = await createLocked([calls(PUBLISH), says('Published.')]);
    await l.h.send('Publish');
    await l.settled();
    expect(l.words.at(-1)).toBe(ASKING);
    const { createdAtMs } = await l.h.pendingApproval();
    l.h.clock.pass(createdAtMs + 299_900 - l.h.clock.now());
    await l.renewed();
    expect(l.words.at(-1)).toBe(ASKING);
    l.h.clock.pass(100);
    await l.renewed();
    expect(l.words.at(-1)).toBe('free');
    expect(vi.getTimerCount()).toBe(0);

    let before: string | undefined;
    l.h.notes.hooks.beforeExecute = async () => {
      before = l.words.at(-1);
    };
    await l.h.decide('approve');
    await l.h.settled();
    expect(before).toBe(WORKING);
    await l.settled();
    expect(l.words.at(-1)).toBe('free');
  });

  it('is unlocked while the run is paused, and while it waits for the user', async () => {
    const { turn, release, reached } = heldBack([], calls(['count_notes', {}]));
    const l = await createLocked([turn, calls(['ask_user', { question: 'Which?', choices: [] }])]);
    await l.h.loop.sendUserMessage(l.h.chatId, 'Look');
    await reached;
    await l.h.loop.pause(l.h.chatId);
    release();
    await l.h.settled();
    await l.settled();
    expect(l.words).toEqual([WORKING, 'free']);
    await l.h.loop.resume(l.h.chatId);
    await l.h.settled();
    await l.settled();
    expect(l.words).toEqual([WORKING, 'free', WORKING, 'free']);
    expect((await l.h.record()).run?.status.state).toBe('waiting-for-user-input');
  });

  it('is renewed every five seconds as long as the run works', async () => {
    const { l, release } = await thinking();
    await l.settled();
    const given = l.leases.length;
    await l.renewed(3);
    expect(RENEW_MS * 3).toBe(LEASE_MS);
    expect(l.leases.length).toBeGreaterThanOrEqual(given + 3);
    release();
    await l.h.settled();
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
    await l.h.loop.sendUserMessage(l.h.chatId, 'Think');
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
    expect(l.words.at(-1)).toBe(WORKING);
    // Switched off meanwhile: the page's remaining lock is released at once.
    l.refusal.error = new StewardError('turned-off', 'Steward is off.', { remedy: 'Switch it on.' });
    await l.locks.updateAll();
    expect(l.words.at(-1)).toBe('free');
    expect(l.warnings()).toHaveLength(2);
    release();
    expect((await l.h.settled()).run?.status).toMatchObject({ outcome: 'completed' });
  });

  it.each([
    ['while an approval is pending', ASKING],
    ['while the run continues', WORKING],
  ])('is locked again by a restarted worker, %s', async (_, text) => {
    const { turn, reached } = heldBack([], says('Never.'));
    const script = text === ASKING ? [calls(PUBLISH)] : [turn, turn];
    const l = await createLocked(script);
    await l.h.loop.sendUserMessage(l.h.chatId, 'Go');
    if (text === WORKING) await reached;
    else await l.h.settled();
    await l.settled();
    l.words.length = 0;
    const loop = l.restart();
    await loop.recover(l.h.chatId, false);
    await l.settled();
    expect(l.words).toEqual([text]);
    await loop.stop(l.h.chatId);
    await l.settled();
    expect(l.words.at(-1)).toBe('free');
  });

  it('is not locked by a worker that restarts after the run', async () => {
    const l = await createLocked([says('Hello.')]);
    await l.h.send('Hello');
    await l.settled();
    l.words.length = 0;
    l.restart();
    await l.locks.updateAll();
    await l.locks.updateTab(TAB);
    expect(l.words).toEqual([]);
  });

  it('is locked when its tab has loaded another document', async () => {
    const { l, release } = await thinking();
    await l.settled();
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
    await l.settled();
    await l.locks.stopFromPage(TAB, await l.runId());
    await l.settled();
    expect((await l.h.record()).run?.status).toMatchObject({ outcome: 'stopped' });
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
    expect(l.words.at(-1)).toBe(WORKING);
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
