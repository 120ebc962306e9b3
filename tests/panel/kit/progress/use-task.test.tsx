// @document

import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { type TaskControl, type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { wordsOf } from '@/src/texts/i18n';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
let control: TaskControl;

function Panel() {
  const { error } = useCommands();
  control = useTask();
  return (
    <>
      <TaskNote task={control.task} onCancel={control.cancel} />
      <p role="alert">{wordsOf(error?.message ?? '')}</p>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  rendering.render(<Panel />);
});
afterEach(() => vi.useRealTimers());

/** Work that ends when the test says so. */
function pending() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((onEnd, onFail) => {
    resolve = onEnd;
    reject = onFail;
  });
  let tools: TaskTools | null = null;
  return {
    work: (given: TaskTools) => {
      tools = given;
      return promise;
    },
    end: () => act(async () => resolve()),
    fail: (error: Error) => act(async () => reject(error)),
    report: (share: number) => act(async () => tools?.onShare(share)),
    count: (done: number, total: number) => act(async () => tools?.onChats({ done, total })),
    isAborted: () => tools?.signal.aborted,
  };
}

/** Starts the work, and resolves to the promise of its outcome. */
async function start(work: (tools: TaskTools) => Promise<unknown>) {
  let outcome: Promise<boolean> = Promise.resolve(false);
  await act(async () => {
    outcome = control.run('Saving the backup', work);
  });
  return { outcome };
}
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const bar = () =>
  rendering.shown.queryByRole<HTMLProgressElement>('progressbar', { name: 'Saving the backup' });
const failure = () => rendering.shown.getByRole('alert').textContent;

describe('a task', () => {
  it('that is short is not shown', async () => {
    const job = pending();
    const { outcome } = await start(job.work);
    await wait(299);
    expect(bar()).toBeNull();
    await job.end();
    await wait(5_000);
    expect(bar()).toBeNull();
    expect(await outcome).toBe(true);
  });

  it('is shown and announced after 300 ms, with how far it is, and can be cancelled after 2 s', async () => {
    const job = pending();
    await start(job.work);
    await wait(300);
    expect(rendering.shown.getByRole('status').textContent).toBe('Saving the backup…');
    expect(bar()?.hasAttribute('value')).toBe(false);
    await job.report(0.4);
    expect(rendering.shown.getByText(/40/)).toBeDefined();
    expect(bar()?.value).toBe(0.4);
    expect(rendering.buttonNames()).toEqual([]);
    await wait(1_700);
    expect(rendering.buttonNames()).toEqual(['Cancel']);
    await job.end();
    expect(bar()).toBeNull();
  });

  it('that counts its chats says of how many it has done how many', async () => {
    const job = pending();
    await start(job.work);
    await wait(300);
    await job.count(3, 1_032);
    expect(rendering.shown.getByText('Saving the backup… 3 of 1,032 chats')).toBeDefined();
    expect(bar()?.value).toBeCloseTo(3 / 1_032);
    await job.end();
  });

  it('that is cancelled ends at once and without an error, although its work still waits', async () => {
    const job = pending();
    const { outcome } = await start(job.work);
    await wait(2_000);
    await rendering.press('Cancel');
    expect(bar()).toBeNull();
    expect(job.isAborted()).toBe(true);
    expect(await outcome).toBe(false);
    expect(failure()).toBe('');
    // A result or a failure that comes later changes nothing.
    await job.report(1);
    await job.fail(new Error('late'));
    expect(failure()).toBe('');
    expect(bar()).toBeNull();
  });

  it('that fails is over, with its error', async () => {
    const job = pending();
    const { outcome } = await start(job.work);
    await job.fail(new Error('full'));
    expect(await outcome).toBe(false);
    expect(failure()).not.toBe('');
  });

  it('is the only one: a second one is refused while it runs, and then accepted', async () => {
    const job = pending();
    await start(job.work);
    const second = vi.fn(async () => undefined);
    expect(await (await start(second)).outcome).toBe(false);
    expect(second).not.toHaveBeenCalled();
    await job.end();
    expect(await (await start(second)).outcome).toBe(true);
  });

  it('is aborted when its part of the panel is gone', async () => {
    const job = pending();
    await start(job.work);
    rendering.render(null);
    expect(job.isAborted()).toBe(true);
  });
});
