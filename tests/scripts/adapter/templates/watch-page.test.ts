import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollChanges } from '@/scripts/adapter/templates/watch-page';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Watches a value that is read every second. */
function watch() {
  const page = { value: 1 as number | null };
  const controller = new AbortController();
  const onChange = vi.fn();
  const read = async () => {
    if (page.value === null) throw new Error('gone');
    return { value: page.value };
  };
  pollChanges(read, 1_000, onChange, controller.signal);
  return { page, onChange, controller };
}

it.each<[string, (number | null)[], number]>([
  ['a page that stays the same', [1, 1], 0],
  ['a change before the first interval is over', [2, 2], 1],
  ['two changes', [2, 3], 2],
  ['a page that can’t be read any more', [null, null], 1],
])('polling notices %s', async (_, values, times) => {
  const { page, onChange } = watch();
  await vi.advanceTimersByTimeAsync(0);
  for (const value of values) {
    page.value = value;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(onChange).toHaveBeenCalledTimes(times);
});

it('polling ends when the signal aborts', async () => {
  const { page, onChange, controller } = watch();
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  page.value = 2;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onChange).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
