import { describe, expect, it } from 'vitest';
import { createSteadyClock } from '@/src/background/steady-clock';

describe('the clock of a worker', () => {
  it.each([
    ['set back by an hour', -3_600_000, 0],
    ['set forward by an hour', 3_600_000, 3_600_000],
  ])('after the wall clock was %s, time goes on from %i ms later', (_, shiftMs, followedMs) => {
    let wallMs = 10_000_000;
    let steadyMs = 500.7;
    const clock = createSteadyClock({ now: () => wallMs }, { now: () => steadyMs });
    expect(clock.now()).toBe(10_000_000);
    wallMs += shiftMs;
    expect(clock.now()).toBe(10_000_000 + followedMs);
    wallMs += 60_000;
    steadyMs += 60_000;
    expect(clock.now()).toBe(10_060_000 + followedMs);
  });
});
