import { describe, expect, it, vi } from 'vitest';
import { inSlices, rememberedValue, rememberedWork } from '@/src/adapters/kit/slices';

const STEPS = 40;

/** A clock in which each step of work takes 5 ms, and timers run at once. */
function stepClock() {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const taken: number[] = [];
  const work = rememberedWork(function* (_key: object, label: string) {
    for (let step = 0; step < STEPS; step += 1) {
      nowMs += 5;
      taken.push(step);
      yield;
    }
    return label;
  });
  return { work, taken };
}

describe('a computation in slices', () => {
  it('lets other tasks run between its slices, and does each step once', async () => {
    const { work, taken } = stepClock();
    const key = {};
    const between: number[] = [];
    const other = setInterval(() => between.push(taken.length));
    expect(await inSlices(() => work(key, 'done'))).toBe('done');
    clearInterval(other);
    expect(taken).toEqual(Array.from({ length: STEPS }, (_, step) => step));
    // 50 ms are ten steps.
    const steps = [0, ...between, STEPS];
    expect(Math.max(...steps.slice(1).map((end, index) => end - (steps[index] ?? 0)))).toBeLessThan(10);
  });

  it('ends when its signal aborts', async () => {
    const { work, taken } = stepClock();
    const stop = new AbortController();
    const running = inSlices(() => work({}, 'done'), stop.signal);
    setTimeout(() => stop.abort(new Error('Stopped.')));
    await expect(running).rejects.toThrow('Stopped.');
    expect(taken.length).toBeLessThan(STEPS);
  });

  it('continues work within work', async () => {
    const { work, taken } = stepClock();
    const key = {};
    const outer = rememberedWork(function* (_key: object, _: null) {
      yield;
      return `${work(key, 'one')} ${work(key, 'other')}`;
    });
    expect(await inSlices(() => outer(key, null))).toBe('one other');
    expect(taken.length).toBe(2 * STEPS);
  });

  it('ends, too, if its work is on another key in each slice', async () => {
    const { work } = stepClock();
    expect(await inSlices(() => work({}, 'done'))).toBe('done');
  });

  it('takes as long as it needs outside of slices', () => {
    const { work } = stepClock();
    expect(work({}, 'done')).toBe('done');
  });
});

describe('remembered work', () => {
  it('is done again for another key and another input, and not for an equal one', () => {
    const compute = vi.fn((_key: object, input: string[]) => input.length);
    const lengthOf = rememberedValue(compute);
    const key = {};
    expect([lengthOf(key, ['a']), lengthOf(key, ['a']), lengthOf(key, []), lengthOf({}, ['a'])]).toEqual([
      1, 1, 0, 1,
    ]);
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it('throws the same error again', () => {
    const compute = vi.fn(() => {
      throw new Error('Too many.');
    });
    const failing = rememberedValue(compute);
    const key = {};
    expect(() => failing(key, null)).toThrow('Too many.');
    expect(() => failing(key, null)).toThrow('Too many.');
    expect(compute).toHaveBeenCalledTimes(1);
  });
});
