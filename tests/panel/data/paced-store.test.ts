import { describe, expect, it } from 'vitest';
import { createPacedStore } from '@/src/panel/data/paced-store';

/** A store, a clock, and a listener whose rendering takes `costMs`. */
function setUp() {
  let nowMs = 0;
  let value = 0;
  const listeners = new Set<() => void>();
  const timers = new Set<{ atMs: number; work: () => void }>();
  const runDue = () => {
    for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
      timers.delete(timer);
      timer.work();
    }
  };
  const world = {
    costMs: 0,
    shown: [] as number[],
    open: () => listeners.size,
    timers,
    set(next: number) {
      value = next;
      for (const listener of listeners) listener();
    },
    pass(ms: number) {
      for (let step = 0; step < ms; step += 1) {
        nowMs += 1;
        runDue();
      }
    },
  };
  const paced = createPacedStore(
    {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getSnapshot: () => value,
    },
    {
      now: () => nowMs,
      after: (delayMs, work) => {
        const timer = { atMs: nowMs + delayMs, work };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  );
  const stop = paced.subscribe(() => {
    world.shown.push(paced.getSnapshot());
    nowMs += world.costMs;
  });
  return Object.assign(world, { stop, paced });
}

describe('a paced store', () => {
  it('passes on every value without a cost, a frame apart', () => {
    const world = setUp();
    for (let value = 1; value <= 3; value += 1) {
      world.set(value);
      world.pass(20);
    }
    expect(world.shown).toEqual([1, 2, 3]);
  });

  it('waits 300 ms after an update that takes 100 ms, and passes on only the newest value', () => {
    const world = setUp();
    world.costMs = 100;
    world.set(1);
    world.costMs = 0;
    for (let value = 2; value <= 6; value += 1) {
      world.set(value);
      world.pass(40);
    }
    expect(world.shown).toEqual([1]);
    world.pass(200);
    expect(world.shown).toEqual([1, 6]);
  });

  it('passes on a last value that arrived during the idle time', () => {
    const world = setUp();
    world.set(1);
    world.set(2);
    expect(world.paced.getSnapshot()).toBe(1);
    world.pass(20);
    expect(world.shown).toEqual([1, 2]);
  });

  it('releases source and timer after the last unsubscription', () => {
    const world = setUp();
    world.set(1);
    world.stop();
    expect(world.open()).toBe(0);
    expect(world.timers.size).toBe(0);
  });

  it('has a value from before the first subscription at once', () => {
    const world = setUp();
    world.stop();
    world.set(7);
    const stop = world.paced.subscribe(() => undefined);
    expect(world.paced.getSnapshot()).toBe(7);
    stop();
  });
});
