import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDebouncedRequest } from '@/src/panel/kit/debounced-request';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A debounced request whose responses the test resolves by hand. */
function start() {
  const sent = new Map<string, { resolve(response: string): void; reject(error: unknown): void }>();
  const results: string[] = [];
  const request = createDebouncedRequest<string, string>({
    delayMs: 250,
    send: (input) =>
      new Promise((resolve, reject) => {
        sent.set(input, { resolve, reject });
      }),
    onResponse: (response, input) => results.push(`${input} → ${response}`),
    onFailure: (error, input) => results.push(`${input} failed: ${error}`),
  });
  return { request, sent, results };
}

it('sends one request after the debounce time, with the last input', async () => {
  const { request, sent, results } = start();
  for (const input of ['a', 'ab', 'abc']) {
    request.send(input);
    await vi.advanceTimersByTimeAsync(249);
  }
  expect([...sent.keys()]).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([...sent.keys()]).toEqual(['abc']);
  sent.get('abc')?.resolve('yes');
  await vi.advanceTimersByTimeAsync(0);
  expect(results).toEqual(['abc → yes']);
});

it('keeps the newest response, in whatever order they arrive', async () => {
  const { request, sent, results } = start();
  request.send('old');
  await vi.advanceTimersByTimeAsync(250);
  request.send('new');
  await vi.advanceTimersByTimeAsync(250);
  sent.get('new')?.resolve('2');
  sent.get('old')?.resolve('1');
  await vi.advanceTimersByTimeAsync(0);
  expect(results).toEqual(['new → 2']);
});

it('discards responses and failures of earlier requests', async () => {
  const { request, sent, results } = start();
  request.send('old');
  await vi.advanceTimersByTimeAsync(250);
  request.send('new');
  sent.get('old')?.reject('gone');
  await vi.advanceTimersByTimeAsync(250);
  sent.get('new')?.reject('lost');
  await vi.advanceTimersByTimeAsync(0);
  expect(results).toEqual(['new failed: lost']);
});

it('cancels pending and sent requests', async () => {
  const { request, sent, results } = start();
  request.send('sent');
  await vi.advanceTimersByTimeAsync(250);
  request.cancel();
  sent.get('sent')?.resolve('1');
  request.send('waiting');
  request.cancel();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...sent.keys()]).toEqual(['sent']);
  expect(results).toEqual([]);
});
