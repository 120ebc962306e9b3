import { afterEach, expect, it, vi } from 'vitest';
import { keepData } from '@/src/background/storage/keep-data';
import type { LoopEvent } from '@/src/core/records/loop-event';

const SOURCE = { chatId: 'c', runId: 'r', attempt: 1 };
const BEGINS: LoopEvent = { type: 'session-started' };

afterEach(() => void vi.unstubAllGlobals());

it('asks the browser to keep the data when a run begins, and at no other event', () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  const bus = keepData({ warning: vi.fn() });
  bus.emit(SOURCE, { type: 'status-changed', status: { state: 'processing' } });
  expect(persist).not.toHaveBeenCalled();
  bus.emit(SOURCE, BEGINS);
  expect(persist).toHaveBeenCalledTimes(1);
});

it('logs a request that failed', async () => {
  vi.stubGlobal('navigator', { storage: { persist: () => Promise.reject(new Error('No disk.')) } });
  const warning = vi.fn();
  keepData({ warning }).emit(SOURCE, BEGINS);
  await vi.waitFor(() => expect(warning).toHaveBeenCalledTimes(1));
  expect(warning.mock.calls[0]?.[1]).toContain('The browser may delete Steward’s data.');
});

it.each([
  ['storage without such a request, as in a worker of Chromium', { storage: {} }],
  ['no storage', {}],
  ['no navigator', undefined],
])('does nothing with %s', (_what, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const warning = vi.fn();
  expect(() => keepData({ warning }).emit(SOURCE, BEGINS)).not.toThrow();
  expect(warning).not.toHaveBeenCalled();
});
