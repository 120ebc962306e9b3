// @document
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
/** The requests that were sent, by subject; the test ends them. */
let sent: Map<string, { resolve(output: string): void; reject(error: unknown): void }>;

beforeEach(() => {
  sent = new Map();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function Panel({ subject }: { subject: string | null }) {
  const { response, forget } = useDebouncedRequest(
    subject,
    250,
    () => new Promise<string>((resolve, reject) => sent.set(subject ?? '', { resolve, reject })),
  );
  const text = response?.ok === true ? response.output : response?.error.message;
  return (
    <button type="button" onClick={forget}>
      {response === null ? 'nothing' : `${response.subject}: ${text}`}
    </button>
  );
}

const show = (subject: string | null) => rendering.render(<Panel subject={subject} />);
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const button = () => rendering.shown.getByRole('button');
const shown = () => button().textContent;

it('one request is sent after the debounce time, with the last subject', async () => {
  for (const subject of ['a', 'ab', 'abc']) {
    show(subject);
    await wait(249);
  }
  expect([...sent.keys()]).toEqual([]);
  await wait(1);
  expect([...sent.keys()]).toEqual(['abc']);
  sent.get('abc')?.resolve('yes');
  await wait(0);
  expect(shown()).toBe('abc: yes');
});

it('the response to an earlier subject is discarded, also if it comes later', async () => {
  show('old');
  await wait(250);
  show('new');
  await wait(250);
  sent.get('new')?.resolve('2');
  sent.get('old')?.resolve('1');
  await wait(0);
  expect(shown()).toBe('new: 2');
});

it('the failure of an earlier request is discarded, and that of the newest is kept until it is forgotten', async () => {
  show('old');
  await wait(250);
  show('new');
  sent.get('old')?.reject(new Error('gone'));
  await wait(250);
  expect(shown()).toBe('nothing');
  sent.get('new')?.reject(new Error('lost'));
  await wait(0);
  expect(shown()).toMatch(/^new: ./);
  await rendering.user.click(button());
  expect(shown()).toBe('nothing');
});

it('without a subject nothing is sent, and the response to what was sent is discarded', async () => {
  show('sent');
  await wait(250);
  show(null);
  sent.get('sent')?.resolve('1');
  await wait(1_000);
  expect([...sent.keys()]).toEqual(['sent']);
  expect(shown()).toBe('nothing');
});
