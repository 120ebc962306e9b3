import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDebouncedRequest } from '@/src/panel/approval/debounced-request';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A debounced request whose responses the test resolves by hand. */
function start() {
  const asked = new Map<string, { resolve(answer: string): void; reject(error: unknown): void }>();
  const heard: string[] = [];
  const asker = createDebouncedRequest<string, string>({
    delayMs: 250,
    ask: (question) =>
      new Promise((resolve, reject) => {
        asked.set(question, { resolve, reject });
      }),
    onAnswer: (answer, question) => heard.push(`${question} → ${answer}`),
    onFailure: (error, question) => heard.push(`${question} failed: ${error}`),
  });
  return { asker, asked, heard };
}

it('sends one request after the debounce time, with the last input', async () => {
  const { asker, asked, heard } = start();
  for (const question of ['a', 'ab', 'abc']) {
    asker.send(question);
    await vi.advanceTimersByTimeAsync(249);
  }
  expect([...asked.keys()]).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([...asked.keys()]).toEqual(['abc']);
  asked.get('abc')?.resolve('yes');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['abc → yes']);
});

it('keeps the newest response, in whatever order they arrive', async () => {
  const { asker, asked, heard } = start();
  asker.send('old');
  await vi.advanceTimersByTimeAsync(250);
  asker.send('new');
  await vi.advanceTimersByTimeAsync(250);
  asked.get('new')?.resolve('2');
  asked.get('old')?.resolve('1');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['new → 2']);
});

it('discards responses and failures of earlier requests', async () => {
  const { asker, asked, heard } = start();
  asker.send('old');
  await vi.advanceTimersByTimeAsync(250);
  asker.send('new');
  asked.get('old')?.reject('gone');
  await vi.advanceTimersByTimeAsync(250);
  asked.get('new')?.reject('lost');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['new failed: lost']);
});

it('cancels pending and sent requests', async () => {
  const { asker, asked, heard } = start();
  asker.send('sent');
  await vi.advanceTimersByTimeAsync(250);
  asker.cancel();
  asked.get('sent')?.resolve('1');
  asker.send('waiting');
  asker.cancel();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...asked.keys()]).toEqual(['sent']);
  expect(heard).toEqual([]);
});
