import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEntriesHalf, type EntryStore, HeldUp } from '@/src/adapters/kit/entries/entries-half';
import { textError } from '@/src/core/errors';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { answerTooLarge, stateRefused } from '@/src/core/shared-errors';
import type { JsonObject } from '@/src/schema/values/json';

/** A failure of the request of this number: before the server does anything, or after it. */
interface Failing {
  request: number;
  kind: 'refused' | 'unanswered' | 'lost-answer';
}

/** A server in memory, whose entries have two members that a write changes by a request each. */
function createServer(entries: Record<string, JsonObject>, failing: Failing | null) {
  const server = {
    entries: structuredClone(entries),
    requests: 0,
    failing,
    meanwhile: (_request: number) => {},
    /** Set if it confirms changes of this entry without making them. */
    ignored: '',
    isUnreadable: false,
    /** Number of requests after which it takes no more, for a time. */
    left: Number.POSITIVE_INFINITY,
    /** Number of requests after which the user's session has ended. */
    ofSession: Number.POSITIVE_INFINITY,
  };
  const take = () => {
    if (server.ofSession === 0) {
      throw textError('page-key', 'new-api.error.signedOut', { details: 'Status 401.' });
    }
    server.ofSession -= 1;
    if (server.left === 0) throw new HeldUp(stateRefused('busy', {}));
    server.left -= 1;
  };
  const request = (work: () => void) => {
    take();
    server.requests += 1;
    const fails = server.requests === server.failing?.request ? server.failing.kind : null;
    server.meanwhile(server.requests);
    if (fails === 'refused') throw stateRefused('no', { details: 'no.' });
    if (fails !== 'unanswered') work();
    if (fails !== null) throw answerTooLarge('lost');
  };
  const store: EntryStore = {
    id: 'test',
    noun: 'Entry',
    getContext: async () => structuredClone(server.entries),
    stateOf: (context) => context as Record<string, JsonObject>,
    stateNow: async () => {
      take();
      if (server.isUnreadable) throw answerTooLarge('lost');
      return structuredClone(server.entries);
    },
    async entry(key) {
      take();
      if (server.isUnreadable) throw answerTooLarge('lost');
      return structuredClone(server.entries[key] ?? null);
    },
    async write(key, members) {
      for (const [name, value] of Object.entries(members)) {
        request(() => {
          if (key !== server.ignored) server.entries[key] = { ...server.entries[key], [name]: value };
        });
      }
    },
    query: async () => ({ success: true, message: '' }),
  };
  return { server, store, half: createEntriesHalf(store) };
}

const START = {
  a: { models: ['x'], on: true },
  b: { models: ['x'], on: true },
  c: { models: ['y'], on: false },
};
const after = (models: string[]) => ({ before: { models: ['x'], on: true }, after: { models, on: false } });
const STEP = {
  entries: [
    { key: 'a', ...after(['x', 'z']) },
    { key: 'b', ...after(['z']) },
  ],
};
const CHANGED = { ...START, a: { models: ['x', 'z'], on: false }, b: { models: ['z'], on: false } };
const signal = new AbortController().signal;

describe('a change of several entries', () => {
  it('changes them one after the other, and returns the state that it leads to', async () => {
    const { half, server } = createServer(START, null);
    const { result, state } = await half.execute('t', STEP, signal);
    expect(result).toEqual({ success: true, message: '', data: { changed: ['a', 'b'] } });
    expect([state, server.entries]).toEqual([CHANGED, CHANGED]);
  });

  it.each([1, 2, 3, 4])('whose request %i the server refuses → nothing is changed', async (request) => {
    const { half, server } = createServer(START, { request, kind: 'refused' });
    const { result, state } = await half.execute('t', STEP, signal);
    expect(result).toMatchObject({ success: false, error_code: 'server_refused', data: {} });
    expect(result.message).toContain('no. Nothing is changed.');
    expect([state, server.entries]).toEqual([START, START]);
  });

  it.each([1, 2, 3, 4])(
    'whose request %i gets no answer → rejects, and nothing stays changed',
    async (request) => {
      for (const kind of ['unanswered', 'lost-answer'] as const) {
        const { half, server } = createServer(START, { request, kind });
        await expect(half.execute('t', STEP, signal)).rejects.toMatchObject({ code: 'page-protocol' });
        expect(server.entries).toEqual(START);
      }
    },
  );

  it('of which somebody else changes one meanwhile → that one stays as theirs, and the others as before', async () => {
    const { half, server } = createServer(START, null);
    server.meanwhile = (request) => {
      if (request === 1) server.entries.b = { models: ['theirs'], on: true };
    };
    const { result, state } = await half.execute('t', STEP, signal);
    expect(result).toMatchObject({ success: false, error_code: 'page_changed' });
    expect(result.message).toBe(
      'Entry b was not changed: meanwhile it has {"models":["theirs"]}. Nothing is changed.',
    );
    expect(server.entries).toEqual({ ...START, b: { models: ['theirs'], on: true } });
    expect(state).toEqual(START);
  });

  it('of which one was deleted → says so, and changes nothing', async () => {
    const { half } = createServer({ a: START.a }, null);
    const { result } = await half.execute('t', STEP, signal);
    expect(result.message).toBe('Entry b was not changed: it was deleted meanwhile. Nothing is changed.');
  });

  it('that can’t be set back, since somebody else changed it again → says what stays', async () => {
    const { half, server } = createServer(START, { request: 3, kind: 'refused' });
    server.meanwhile = (request) => {
      if (request === 3) server.entries.a = { models: ['theirs'], on: false };
    };
    const { result } = await half.execute('t', STEP, signal);
    expect(result.message).toContain(
      '1 of 2 are changed and could not be set back: a. Of these, a was changed otherwise: it has {"models":["theirs"]}. As before: b.',
    );
    expect(result.data).toEqual({ changed: ['a'] });
  });

  it('that the server confirms and doesn’t make in part → says so, with the state that there is', async () => {
    const { half, server } = createServer(START, null);
    server.ignored = 'b';
    const { result, state } = await half.execute('t', STEP, signal);
    expect(result).toMatchObject({ error_code: 'not_applied', data: { changed: ['a', 'b'] } });
    expect(result.message).toBe(
      'Entry b: the server confirmed the change, but it has {"models":["x"],"on":true}.',
    );
    expect([state, server.entries]).toEqual([
      { ...CHANGED, b: START.b },
      { ...CHANGED, b: START.b },
    ]);
  });

  it('of which somebody else changes one afterwards → leaves that one as theirs, and the others changed', async () => {
    const { half, server } = createServer(START, null);
    const theirs = { models: ['theirs'], on: false };
    server.meanwhile = (request) => {
      if (request === 4) server.entries.a = theirs;
    };
    const { result, state } = await half.execute('t', STEP, signal);
    expect(result).toMatchObject({ error_code: 'not_applied' });
    expect([state, server.entries]).toEqual([
      { ...CHANGED, a: theirs },
      { ...CHANGED, a: theirs },
    ]);
  });

  it('that is confirmed, and can’t be read back → rejects, and nothing is set back', async () => {
    const { half, server } = createServer(START, null);
    server.meanwhile = (request) => {
      server.isUnreadable = request === 4;
    };
    await expect(half.execute('t', STEP, signal)).rejects.toMatchObject({ code: 'page-protocol' });
    expect(server.entries).toEqual(CHANGED);
  });

  it('that is refused, and can’t be read afterwards → rejects, since what is left is unknown', async () => {
    const { half, server } = createServer(START, { request: 3, kind: 'refused' });
    server.meanwhile = (request) => {
      if (request === 3) server.isUnreadable = true;
    };
    await expect(half.execute('t', STEP, signal)).rejects.toMatchObject({ code: 'page-protocol' });
    expect(server.entries).toEqual({ ...START, a: CHANGED.a });
  });

  describe('by a user whose session ends', () => {
    const entries = ['a', 'b', 'c', 'd'].map((key) => ({
      key,
      before: { models: ['x'] },
      after: { models: ['x', 'z'] },
    }));
    const start = Object.fromEntries(entries.map(({ key, before }) => [key, { ...before, on: true }]));
    const madeOf = (count: number) =>
      Object.fromEntries(
        entries.map(({ key, before, after }, at) => [key, { ...(at < count ? after : before), on: true }]),
      );

    it.each([
      // Each entry takes a reading and a write.
      [4, 2],
      [5, 2],
      [2, 1],
      [7, 3],
    ])('after %i requests → says that %i of 4 are changed, and which are not', async (requests, count) => {
      const { half, server } = createServer(start, null);
      server.ofSession = requests;
      const { result, state } = await half.execute('t', { entries }, signal);
      const keys = entries.map(({ key }) => key);
      const [made, rest] = [keys.slice(0, count), keys.slice(count)];
      expect(result).toEqual({
        success: false,
        error_code: 'server_refused',
        message: `Entry ${keys[count]} was not changed: Status 401. ${count} of 4 are changed and could not be set back: ${made.join(', ')}. As before: ${rest.join(', ')}.`,
        data: { changed: made },
      });
      expect([state, server.entries]).toEqual([madeOf(count), madeOf(count)]);
    });

    it.each([0, 1])('after %i requests → says that nothing is changed', async (requests) => {
      const { half, server } = createServer(start, null);
      server.ofSession = requests;
      const { result, state } = await half.execute('t', { entries }, signal);
      expect(result.message).toBe('Entry a was not changed: Status 401. Nothing is changed.');
      expect([state, server.entries]).toEqual([start, start]);
    });

    it('before the entries are read back → they are as the server confirmed them', async () => {
      const { half, server } = createServer(start, null);
      server.ofSession = 8;
      const { result, state } = await half.execute('t', { entries }, signal);
      expect(result).toMatchObject({ success: true, data: { changed: ['a', 'b', 'c', 'd'] } });
      expect(state).toEqual(server.entries);
    });

    it('while a refused change is set back → says what is set back and what isn’t', async () => {
      const { half, server } = createServer(start, { request: 4, kind: 'refused' });
      server.meanwhile = (request) => {
        // Another reading and write for the refused entry and for the third one.
        if (request === 4) server.ofSession = 3;
      };
      const { result, state } = await half.execute('t', { entries }, signal);
      expect(result.message).toBe(
        'Entry d was not changed: no. 2 of 4 are changed and could not be set back: a, b. As before: c, d.',
      );
      expect([state, server.entries]).toEqual([madeOf(2), madeOf(2)]);
    });

    it('between two requests for one entry → rejects, since that one is unknown', async () => {
      const { half, server } = createServer(START, null);
      server.ofSession = 5;
      await expect(half.execute('t', STEP, signal)).rejects.toMatchObject({ code: 'page-key' });
    });

    it('before its own reading → changes nothing and says so', async () => {
      const { half, store } = createServer(start, null);
      store.getContext = async () => {
        throw textError('page-key', 'new-api.error.signedOut', { details: 'Status 401' });
      };
      expect(await half.execute('t', { entries }, signal)).toEqual({
        result: {
          success: false,
          error_code: 'server_refused',
          message: 'Nothing is changed: Status 401.',
        },
        state: null,
      });
    });

    it('during a rollback says how far it has got', async () => {
      const { half } = createServer(start, null);
      const reported: ChangeProgress[] = [];
      await half.applyState(madeOf(4), signal, (progress) => reported.push(progress));
      expect(reported).toEqual([0, 1, 2, 3].map((done) => ({ done, total: 4, isHeldUp: false })));
    });

    it('during a rollback → rejects with the reason, and with what is changed, which no reading shows', async () => {
      const { half, server } = createServer(start, null);
      server.ofSession = 4;
      await expect(half.applyState(madeOf(4), signal)).rejects.toMatchObject({
        code: 'page-key',
        said: { values: { sentences: { inTurn: [{ id: 'new-api.error.signedOut' }, {}] } } },
        details: expect.stringContaining(
          '2 of 4 are changed and could not be set back: a, b. As before: c, d.',
        ),
      });
    });
  });

  describe('by a server that takes no more requests for a time', () => {
    afterEach(() => vi.useRealTimers());

    /** Starts the change on a server that takes this many requests, and waits until it is held up. */
    async function heldUp(requests: number, stop = new AbortController()) {
      vi.useFakeTimers();
      const { half, server } = createServer(START, null);
      server.left = requests;
      const reported: ChangeProgress[] = [];
      const change = half.execute(
        't',
        STEP,
        stop.signal,
        undefined,
        (progress) => void reported.push(progress),
      );
      await vi.advanceTimersByTimeAsync(1_000);
      return { server, change, reported, stop };
    }

    it('tells how far it has got, and goes on', async () => {
      const { server, change, reported } = await heldUp(3);
      server.left = Number.POSITIVE_INFINITY;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await change).toMatchObject({ result: { success: true }, state: CHANGED });
      expect(reported).toEqual([
        { done: 0, total: 2, isHeldUp: false },
        { done: 1, total: 2, isHeldUp: false },
        { done: 1, total: 2, isHeldUp: true },
      ]);
    });

    it.each([3, 4, 5])('compares again after the wait: %i requests', async (requests) => {
      const { server, change } = await heldUp(requests);
      server.entries.b = { models: ['theirs'], on: true };
      server.left = Number.POSITIVE_INFINITY;
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await change).result).toMatchObject({ error_code: 'page_changed' });
      expect(server.entries).toEqual({ ...START, b: { models: ['theirs'], on: true } });
    });

    it('ends at a stop, with the entries that are changed by then', async () => {
      const { server, change, stop } = await heldUp(4);
      stop.abort();
      await vi.advanceTimersByTimeAsync(0);
      expect((await change).result.message).toBe(
        'Stopped: 1 of 2 are changed and stay so, the others are as before.',
      );
      expect(server.entries).toEqual({ ...START, a: CHANGED.a });
    });
  });

  it('that the user stops → ends after the present entry, and says how many are changed', async () => {
    const stop = new AbortController();
    const { half, server } = createServer(START, null);
    server.meanwhile = (request) => {
      if (request === 1) stop.abort();
    };
    const { result, state } = await half.execute('t', STEP, stop.signal);
    expect(result).toMatchObject({ error_code: 'stopped', data: { changed: ['a'] } });
    expect(result.message).toBe('Stopped: 1 of 2 are changed and stay so, the others are as before.');
    expect(state).toEqual({ ...START, a: CHANGED.a });
    expect(server.entries).toEqual(state);
  });
});

describe('applying a state', () => {
  it('sends only what differs', async () => {
    const { half, server } = createServer(START, null);
    expect(await half.applyState({ ...START, c: { models: ['y'], on: true } }, signal)).toEqual(
      server.entries,
    );
    expect([server.requests, server.entries.c]).toEqual([1, { models: ['y'], on: true }]);
  });

  const entry = fc.record({ models: fc.subarray(['x', 'y', 'z']), on: fc.boolean() });
  const entries = fc.record({ a: entry, b: entry, c: entry });
  const failing = fc.record({
    request: fc.integer({ min: 1, max: 8 }),
    kind: fc.constantFrom('refused' as const, 'unanswered' as const, 'lost-answer' as const),
  });

  it('is all or nothing, whichever request fails, and reversible', async () => {
    await fc.assert(
      fc.asyncProperty(entries, entries, failing, async (from, to, fails) => {
        const { half, server } = createServer(from, fails);
        const isTaken = await half.applyState(to, signal).then(
          () => true,
          () => false,
        );
        expect(server.entries).toEqual(isTaken ? to : from);
        server.failing = null;
        await half.applyState(from, signal);
        expect(server.entries).toEqual(from);
      }),
    );
  });
});
