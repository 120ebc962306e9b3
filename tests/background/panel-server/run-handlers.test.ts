import { describe, expect, it } from 'vitest';
import { runHandlers } from '@/src/background/panel-server/command-handlers';
import type { QueuedStatus, RunAction } from '@/src/messages/run-commands';
import { commandContext } from '../../fakes/command-context';
import { calls, createLoopHarness, heldBack, says } from '../../fakes/loop-harness';

const REQUESTED = { state: 'waiting-for-user-input', reason: 'requested' };

/** A run whose first request is running, with the handlers over its loop. */
async function inRequest(answer: Parameters<typeof heldBack>[1]) {
  const response = heldBack([], answer);
  const h = await createLoopHarness([response.turn, says('1')]);
  const context = commandContext({ loop: h.loop });
  const control = (action: RunAction) =>
    runHandlers['control-run']({ type: 'control-run', chatId: h.chatId, action }, context);
  await h.loop.sendUserMessage(h.chatId, 'Count');
  await response.reached;
  const queue = async (status: QueuedStatus | null) => {
    const runId = (await h.record()).run?.id ?? null;
    const command = { type: 'queue-status', chatId: h.chatId, runId, status } as const;
    await runHandlers['queue-status'](command, context);
  };
  return { h, control, queue, release: response.release };
}

describe('during a request', () => {
  it('stop-after-step stores the answer, and ends the run before its calls', async () => {
    const { h, control, release } = await inRequest(calls(['count_notes', {}]));
    await control('stop-after-step');
    expect((await h.record()).run?.control).toBe('stop');
    release();
    const { run, conversation } = await h.settled();
    expect(run?.status).toMatchObject({ outcome: 'stopped' });
    expect(conversation[1]).toMatchObject({ role: 'assistant', toolCalls: [{ name: 'count_notes' }] });
    expect(h.requests).toHaveLength(1);
  });

  it.each<[QueuedStatus, object]>([
    ['wait-for-user', REQUESTED],
    ['done', { state: 'done' }],
  ])('queue-status %s takes the place of the next request', async (status, expected) => {
    const { h, queue, release } = await inRequest(calls(['count_notes', {}]));
    await queue(status);
    release();
    expect((await h.settled()).run?.status).toEqual(expected);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
  });

  it('queue-status null withdraws it', async () => {
    const { h, queue, release } = await inRequest(calls(['count_notes', {}]));
    await queue('done');
    await queue(null);
    release();
    expect((await h.settled()).run?.status).toMatchObject({ outcome: 'completed' });
  });
});

it('end-task ends the task of a run that waits for the user, and has no effect the second time', async () => {
  const { h, control, queue, release } = await inRequest(calls(['count_notes', {}]));
  await queue('wait-for-user');
  release();
  expect((await h.settled()).run?.status).toEqual(REQUESTED);
  await control('end-task');
  expect((await h.settled()).run?.status).toEqual({ state: 'done' });
  await control('end-task');
  expect((await h.settled()).run?.status).toEqual({ state: 'done' });
});
