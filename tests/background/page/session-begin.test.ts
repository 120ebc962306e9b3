import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { BOTH_WITHIN_MS, wasUpdated } from '@/src/background/page/session-begin';

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const installed = (reason: string) => fakeBrowser.runtime.onInstalled.trigger({ reason } as never);
const started = () => fakeBrowser.runtime.onStartup.trigger();

it.each<[string, () => unknown, boolean]>([
  ['an update in a running browser', () => installed('update'), true],
  ['an installation', () => installed('install'), false],
  ['a start of the browser', started, false],
  ['an update at the start of the browser', () => Promise.all([installed('update'), started()]), false],
  ['nothing', () => undefined, false],
])('a session that begins with %s', async (_what, happen, expected) => {
  const updated = wasUpdated();
  await happen();
  await vi.advanceTimersByTimeAsync(BOTH_WITHIN_MS);
  vi.runAllTimers();
  expect(await updated).toBe(expected);
});
