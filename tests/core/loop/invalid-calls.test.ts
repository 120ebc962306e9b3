import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import type { FinishReason } from '@/src/schema/message';
import { calls, createLoopHarness, heldBack, says, userSends } from '../../fakes/loop-harness';
import { diesAt, restartWorker } from './interruptions';
import { add, type Call, COUNT, FINISH } from './made-calls';

const UNKNOWN: Call = ['nonsense', {}];
const WRONG: Call = ['add_note', { txt: 'eggs' }];
const VALID: Call = add('eggs');

/** A response that ended at its length limit in the middle of its last call. */
function cutOff(...made: Call[]): AIStreamChunk[] {
  return calls(...made).with(-1, { type: 'finish', reason: 'length' });
}

/** A response with one call without arguments. */
function ended(reason: FinishReason, name: string): AIStreamChunk[] {
  return calls([name, '']).with(-1, { type: 'finish', reason });
}

const codes = (results: string[]) => results.map((result) => result.split(':', 1)[0]);

describe('calls that cannot be run as written', () => {
  it('four in one response are one attempt: the model sees all errors and corrects itself', async () => {
    const { h, run } = await userSends('Add eggs', [
      calls(UNKNOWN, WRONG, UNKNOWN, WRONG),
      calls(VALID),
      says('Added.'),
    ]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(codes(await h.results())).toEqual([
      'unknown_tool',
      'invalid_parameters',
      'unknown_tool',
      'invalid_parameters',
      'ok',
    ]);
    expect(h.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(4);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('do not keep a valid call of the same response from running', async () => {
    const { h, run } = await userSends('Add eggs', [
      calls(UNKNOWN, WRONG, UNKNOWN, WRONG, UNKNOWN, VALID),
      says('Added.'),
    ]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null, round: 2 });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it.each<[string, AIStreamChunk[], number]>([
    ['a call without errors', calls(COUNT), 0],
    ['one invalid call', calls(UNKNOWN), 3],
    ['several invalid calls', calls(UNKNOWN, WRONG, UNKNOWN), 3],
    ['an invalid call before a valid one', calls(WRONG, COUNT), 0],
    ['an invalid call after a valid one', calls(COUNT, WRONG), 0],
    ['an invalid call between valid ones', calls(COUNT, UNKNOWN, VALID), 0],
    ['a call that was cut off', cutOff(VALID), 3],
    ['a call without arguments, under an unknown finish reason', ended('unknown', COUNT[0]), 3],
    ['a call without arguments that a content filter cut off', ended('content_filter', COUNT[0]), 3],
    ['a call without arguments in a complete response', ended('stop', COUNT[0]), 0],
    ['a call that was cut off after a valid one', cutOff(COUNT, VALID), 0],
    ['a call that was cut off after an invalid one', cutOff(UNKNOWN, VALID), 3],
  ])(
    'after two attempts, a response with %s counts as %d attempts in a row',
    async (_what, response, attempts) => {
      const held = heldBack([], says('Done.'));
      const h = await createLoopHarness([calls(UNKNOWN), calls(WRONG), response, held.turn]);
      await h.write('Go');
      await held.reached;
      expect((await h.record()).run?.invalidCalls).toBe(attempts);
      held.release();
      await h.settled();
    },
  );

  it('end the run after the fourth response without a valid call, and every call has its result', async () => {
    const { h, run, conversation } = await userSends('Go', [
      calls(UNKNOWN),
      calls(WRONG, UNKNOWN),
      calls(UNKNOWN),
      calls(WRONG, UNKNOWN, UNKNOWN),
      says('never heard'),
    ]);
    expect(run).toMatchObject({
      status: { outcome: 'error' },
      error: { code: 'invalid-calls', message: 'The model could not write a valid call. Attempts: 4.' },
      round: 0,
    });
    expect(run?.error?.details).toContain('There is no tool "nonsense".');
    expect(h.requests).toHaveLength(4);
    expect(conversation.filter(({ role }) => role === 'tool')).toHaveLength(7);
    const counts = h.events.flatMap((event) => (event.type === 'call-invalid' ? [event.count] : []));
    expect(counts).toEqual([1, 2, 2, 3, 4, 4, 4]);
  });

  it('end the run after as many attempts as the chat allows', async () => {
    const { h, run } = await userSends('Go', [calls(UNKNOWN), says('never heard')], {
      settings: { invalidAttemptLimit: 1 },
    });
    expect(run).toMatchObject({
      status: { outcome: 'error' },
      error: { message: 'The model could not write a valid call. Attempts: 1.' },
    });
    expect(h.requests).toHaveLength(1);
  });

  it('are not counted twice when a worker restarts before their results are stored', async () => {
    const h = await createLoopHarness([calls(UNKNOWN, WRONG), says('Sorry.')]);
    const died = diesAt(h, 'storeResult', 'before');
    void h.write('Go');
    await died;
    await restartWorker(h);
    const counts = h.events.flatMap((event) => (event.type === 'call-invalid' ? [event.count] : []));
    expect(counts).toEqual([1, 1]);
  });

  it('can be retried after the error, with four new attempts', async () => {
    const four = Array.from({ length: 4 }, () => calls(UNKNOWN));
    const { h } = await userSends('Add eggs', [...four, calls(UNKNOWN), calls(VALID), says('Added.')]);
    expect((await h.control('retry')).run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('next to finish_task do not keep the task from ending', async () => {
    const h = await createLoopHarness([calls(UNKNOWN, FINISH)]);
    expect((await h.send('Go')).run?.status).toEqual({ state: 'done' });
  });
});
