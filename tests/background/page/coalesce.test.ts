import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoalescer } from '@/src/background/page/coalesce';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Work that takes time and records its key and request. */
function slowWork(tookMs: number) {
  const runs: { key: string; request: string; atMs: number }[] = [];
  let now = 0;
  let most = 0;
  const startMs = Date.now();
  const run = createCoalescer<string, string>({
    async work(key, request) {
      runs.push({ key, request, atMs: Date.now() - startMs });
      now += 1;
      most = Math.max(most, now);
      await sleep(tookMs);
      now -= 1;
      if (request.includes('!')) throw new Error(request);
      return request;
    },
    merge: (earlier, later) => earlier + later,
    now: () => Date.now(),
    sleep,
  });
  return { run, runs, most: () => most };
}

describe('coalesced work', () => {
  it('starts at once', () => {
    const { run, runs } = slowWork(10);
    void run('a', '1');
    expect(runs).toEqual([{ key: 'a', request: '1', atMs: 0 }]);
  });

  it('runs once more for all requests that came meanwhile, after a pause as long as the first run', async () => {
    const { run, runs } = slowWork(10);
    const results = Promise.all([run('a', '1'), run('a', '2'), run('a', '3'), run('a', '4')]);
    await vi.runAllTimersAsync();
    expect(await results).toEqual(['1', '234', '234', '234']);
    expect(runs.map(({ request, atMs }) => [request, atMs])).toEqual([
      ['1', 0],
      ['234', 20],
    ]);
  });

  it('pauses for a second at most', async () => {
    const { run, runs } = slowWork(60_000);
    void run('a', '1');
    void run('a', '2');
    await vi.runAllTimersAsync();
    expect(runs.map(({ atMs }) => atMs)).toEqual([0, 61_000]);
  });

  it('is separate for each key', async () => {
    const { run, runs, most } = slowWork(10);
    void run('a', '1');
    void run('b', '2');
    await vi.runAllTimersAsync();
    expect(runs.map(({ atMs }) => atMs)).toEqual([0, 0]);
    expect(most()).toBe(2);
  });

  it('continues after a failure, which is reported to the callers concerned', async () => {
    const { run } = slowWork(10);
    const results = Promise.allSettled([run('a', '!'), run('a', '2')]);
    await vi.runAllTimersAsync();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('answers every request by a run that started after it, one at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30), { minLength: 1, maxLength: 40 }), async (gaps) => {
        const startMs = Date.now();
        const { run, runs, most } = slowWork(20);
        const asked: [request: string, atMs: number][] = [];
        for (const [index, gap] of gaps.entries()) {
          await vi.advanceTimersByTimeAsync(gap);
          asked.push([`<${index}>`, Date.now() - startMs]);
          void run('a', `<${index}>`);
        }
        await vi.runAllTimersAsync();
        expect(most()).toBe(1);
        for (const [request, atMs] of asked) {
          const answering = runs.filter((one) => one.request.includes(request));
          expect(answering).toHaveLength(1);
          expect(answering[0]?.atMs).toBeGreaterThanOrEqual(atMs);
        }
        // Each run but the first comes after a pause.
        const starts = runs.map(({ atMs }) => atMs);
        expect(starts.every((atMs, index) => index === 0 || atMs - (starts[index - 1] ?? 0) >= 40)).toBe(
          true,
        );
      }),
      { numRuns: 100 },
    );
  });
});
