import { expect, it } from 'vitest';
import { sleep } from '@/src/background/sleep';

it('wakes up after its time', async () => {
  const startedMs = performance.now();
  await sleep(20, new AbortController().signal);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(18);
});

it.each([
  ['before', (abort: () => void) => abort()],
  ['during', (abort: () => void) => void setTimeout(abort, 1)],
])('gives up with the reason when aborted %s the wait', async (_when, trigger) => {
  const controller = new AbortController();
  const reason = new Error('stopped');
  trigger(() => controller.abort(reason));
  await expect(sleep(60_000, controller.signal)).rejects.toBe(reason);
});
