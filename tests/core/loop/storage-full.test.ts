import { afterEach, describe, expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  type LoopHarness,
  says,
  stateInWords,
  type Turn,
  userSends,
} from '../../fakes/loop-harness';
import { duringRequest } from './held-request';

/** Adds the note, unless a request shows that it did. */
const turn: Turn = ({ messages }) =>
  messages.some(({ role }) => role === 'tool') ? says('Added.') : calls(['add_note', { text: 'eggs' }]);
const SCRIPT = () => [turn, turn, turn, turn];
const whole = { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put };

/** After `left` more writes the browser has no space for any, until it is freed. Returns the number of writes that were attempted. */
function fillsUpAfter(left: number): () => number {
  let attempted = 0;
  for (const method of ['add', 'put'] as const) {
    IDBObjectStore.prototype[method] = function (...args) {
      attempted += 1;
      if (attempted > left) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return whole[method].apply(this, args);
    };
  }
  return () => attempted;
}

function free(): void {
  Object.assign(IDBObjectStore.prototype, whole);
}

afterEach(free);

async function writesOfRun(): Promise<number> {
  const h = await createLoopHarness(SCRIPT());
  const attempted = fillsUpAfter(Infinity);
  await h.send('Add eggs');
  free();
  return attempted();
}

const stateOf = async (h: LoopHarness) => stateInWords((await h.settled()).run?.status ?? { state: 'done' });
const lastFailure = (h: LoopHarness) => h.events.findLast(({ type }) => type === 'error');

/** A run whose failure can't be stored. */
async function unstoredFailure() {
  const { h, release } = await duringRequest(says('Done.'), says('Done.'), says('Done.'));
  fillsUpAfter(0);
  release();
  await h.settled();
  return h;
}

describe('storage that fills up in the middle of a run', async () => {
  const writes = await writesOfRun();

  it.each(Array.from({ length: writes }, (_, index) => index))(
    'after %i writes: the failure is reported at once, nothing is requested, and Retry continues once there is space',
    async (count) => {
      const h = await createLoopHarness(SCRIPT());
      fillsUpAfter(count);
      const refusal = await h.send('Add eggs').then(
        () => null,
        (error: unknown) => error,
      );
      const isOpen = !['completed', null].includes(refusal === null ? await stateOf(h) : null);
      if (isOpen) {
        expect(lastFailure(h)).toMatchObject({ error: { code: 'storage-full' } });
        const { length } = h.requests;
        await h.pass(60_000);
        expect(h.requests).toHaveLength(length);
      }
      free();
      if (isOpen) await h.loop.retry(h.chatId);
      if (refusal !== null) {
        expect(refusal).toMatchObject({ code: 'storage-full' });
        await h.send('Add eggs');
      }
      expect(await stateOf(h)).toBe('completed');
      // A call that was stored as started and not sent has a result that says so.
      const done = (await h.results()).filter((result) => result.startsWith('ok'));
      expect(h.notes.log.map(() => 'ok: Added eggs.')).toEqual(done);
      expect(done.length).toBeLessThan(2);
      expect(h.loop.isBusy()).toBe(false);
    },
  );

  it('the failure is stored by itself once there is space', async () => {
    const h = await unstoredFailure();
    expect((await h.record()).state).toBe('processing');
    expect(h.loop.isBusy()).toBe(true);
    await h.pass(30_000);
    free();
    const { run } = await h.pass(30_000);
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: { code: 'storage-full' } });
    expect(h.loop.isBusy()).toBe(false);
  });

  it('Stop is refused until there is space, and never leads to a request', async () => {
    const h = await unstoredFailure();
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'storage-full' });
    await h.pass(30_000);
    free();
    await h.loop.stop(h.chatId);
    expect(await stateOf(h)).toBe('error');
    expect(h.requests).toHaveLength(1);
  });

  it('a worker that restarts meanwhile reports the failure, and Retry continues', async () => {
    const h = await unstoredFailure();
    h.events.length = 0;
    await expect(h.restart().recover(h.chatId, false)).rejects.toMatchObject({ code: 'storage-full' });
    expect(lastFailure(h)).toMatchObject({ error: { code: 'storage-full' } });
    free();
    await h.loop.retry(h.chatId);
    expect(await stateOf(h)).toBe('completed');
  });

  it('a wait that can’t end fails its run before the next control, here a message that starts another run', async () => {
    const { h } = await userSends('Go', [
      calls(['wait', { reason: 'a delivery', for: 'time', seconds: 60 }]),
      says('Done.'),
      says('Done.'),
    ]);
    const failed = new Promise<void>((resolve) => {
      IDBObjectStore.prototype.put = () => {
        free();
        resolve();
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    const passed = h.time.pass(60_000);
    await failed;
    await h.write('Never mind');
    await passed;
    await h.settled();
    const runs = await h.db.runs.toArray();
    expect(runs.map(({ status }) => stateInWords(status))).toEqual(['error', 'completed']);
  });

  it('the failure of a chat that is deleted meanwhile is dropped', async () => {
    const h = await unstoredFailure();
    free();
    await h.db.chats.clear();
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'not-found' });
    expect(h.loop.isBusy()).toBe(false);
  });
});
