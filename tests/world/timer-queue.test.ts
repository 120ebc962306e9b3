import { expect, it } from 'vitest';
import { createTimerQueue } from './timer-queue';

const timerAt = (dueAtMs: number) => ({ dueAtMs, run: () => undefined });

it('takes due timers in the order of their times, then of their addition', () => {
  const queue = createTimerQueue();
  const [late, first, second] = [timerAt(20), timerAt(10), timerAt(10)];
  for (const timer of [late, first, second]) queue.add(timer);
  expect(queue.dueTimes()).toEqual([10, 10, 20]);
  expect([queue.takeNext(10), queue.takeNext(10), queue.takeNext(10)]).toEqual([first, second, undefined]);
  expect(queue.takeNext(20)).toBe(late);
});

it('forgets removed timers', () => {
  const queue = createTimerQueue();
  const timer = timerAt(10);
  queue.add(timer);
  queue.remove(timer);
  queue.add(timerAt(11));
  queue.clear();
  expect(queue.takeNext(100)).toBeUndefined();
});
