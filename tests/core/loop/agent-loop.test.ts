import { describe, expect, it, vi } from 'vitest';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { add, COUNT } from './made-calls';

describe('a run', () => {
  it('ends with the first response without a call', async () => {
    const { h, run } = await userSends('How many?', [says('You have 1 note.')]);
    expect(await h.roles()).toEqual(['user', 'assistant']);
    expect(run).toMatchObject({
      status: { state: 'waiting-for-system-input', outcome: 'completed' },
      missedToolCalls: 0,
    });
  });

  it('pairs results with calls when the model gives every call the same id', async () => {
    const { h } = await userSends('Go', [calls(add('eggs'), ['find_note', { text: 'milk' }]), says('Done.')]);
    const sent = h.requests[1]?.messages ?? [];
    const made = sent.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [],
    );
    const answered = sent.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    expect(new Set(made).size).toBe(2);
    expect(answered).toEqual(made);
  });

  it('never lets two writes overlap', async () => {
    const h = await createLoopHarness([
      calls(add('a'), add('b'), ['remove_note', { text: 'a' }]),
      says('Done.'),
    ]);
    h.notes.hooks.beforeExecute = () => new Promise((resolve) => setTimeout(resolve, 2));
    await h.send('Go');
    expect(h.notes.writesOverlapped()).toBe(false);
    expect(h.notes.page.notes).toEqual(['milk', 'b']);
  });
});

it('stores how long the page took for a call', async () => {
  const h = await createLoopHarness([calls(COUNT), says('Done.')]);
  h.notes.hooks.beforeExecute = async () => h.clock.pass(250);
  await h.send('Count');
  const result = h.events.find((event) => event.type === 'tool-result-processed');
  // The test clock advances by one at each reading.
  expect(result?.durationMs).toBe(251);
});

describe('an error', () => {
  it('leaves no call without a result when the next message is sent instead of a retry', async () => {
    const h = await createLoopHarness([calls(add('eggs')), says('Hello.')]);
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    h.notes.hooks.beforeExecute = async () => {
      h.notes.close();
      throw new Error('the tab crashed');
    };
    await h.send('Add eggs');
    h.notes.reopen();
    await h.send('Hello');
    const sent = h.requests[1]?.messages ?? [];
    expect(sent.filter((message) => message.role === 'tool')).toHaveLength(1);
    expect(JSON.stringify(sent)).toContain('not_applied');
    expect(reported).toHaveBeenCalled();
  });
});
