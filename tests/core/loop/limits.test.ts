import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { ownSettings } from '@/src/core/policy/under-policy';
import type { FinishReason } from '@/src/schema/message';
import { say } from '@/src/schema/values/said';
import { calls, createLoopHarness, heldBack, says, userSends } from '../../fakes/loop-harness';
import { diesAt, restartWorker } from './interruptions';
import { add, type Call, COUNT, FINISH, USAGE } from './made-calls';

const REQUIRED = { settings: { requireToolCall: true } };
const REMINDER = 'This chat requires a tool call in every response. Call a tool; finish_task ends the task.';

it('a response without a call is stored, and requested again with an event to the model', async () => {
  const { h, conversation, state } = await userSends('Go', [says('I will.'), calls(FINISH)], REQUIRED);
  expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant', 'tool']);
  expect(conversation[2]).toMatchObject({ role: 'system', scope: 'steward', content: REMINDER });
  expect(h.requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'I will.' },
    { role: 'user', content: `[event from steward] ${REMINDER}` },
  ]);
  expect(state).toBe('done');
  expect(h.events).toContainEqual({ type: 'input-accepted', messageIds: [conversation[2]?.id] });
});

it('the third in a row ends the run with an error', async () => {
  const { h, run } = await userSends('Go', [says('One.'), says('Two.'), says('Three.')], REQUIRED);
  expect(h.requests).toHaveLength(3);
  expect(run?.error).toEqual({
    code: 'tool-call-required',
    message: 'The model answered three times without calling a tool.',
    remedy: 'This chat requires a tool call in every response: turn that off, or choose another model.',
    details: null,
  });
});

it('a call in between restarts the count', async () => {
  const { h, run } = await userSends(
    'Go',
    [says('One.'), says('Two.'), calls(COUNT), says('One.'), says('Two.'), calls(FINISH)],
    REQUIRED,
  );
  expect(run).toMatchObject({ status: { state: 'done' }, missedToolCalls: 0, error: null });
  expect(h.requests).toHaveLength(6);
});

it('Retry after the error allows three more', async () => {
  const { h } = await userSends(
    'Go',
    [says('One.'), says('Two.'), says('Three.'), says('Four.'), calls(FINISH)],
    REQUIRED,
  );
  expect((await h.control('retry')).run).toMatchObject({ status: { state: 'done' }, error: null });
});

describe('a chat with a token budget', () => {
  it('sends requests while less is used', async () => {
    const h = await createLoopHarness([[USAGE, ...calls(COUNT)], says('One.')], {
      settings: { tokenBudget: 101 },
    });
    expect((await h.send('Count')).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });

  it('sends none once it is used up, says where to raise it, and continues after Retry', async () => {
    const { h, run, chat } = await userSends('Count', [[USAGE, ...calls(COUNT)], says('One.')], {
      settings: { tokenBudget: 100 },
    });
    expect(run?.error).toEqual({
      code: 'budget-reached',
      message: 'This chat has reached its token budget: 100 of 100.',
      remedy: say('error.usage.budgetReachedRemedy'),
      details: null,
    });
    expect(h.requests).toHaveLength(1);
    expect((await h.control('retry')).run?.error?.code).toBe('budget-reached');
    await h.db.chats.update(h.chatId, { settings: { ...ownSettings(chat.settings), tokenBudget: 1_000 } });
    expect((await h.control('retry')).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });
});

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
    ['a valid call that the page refuses', calls(add('milk')), 0],
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
    expect((await h.send('Go')).state).toBe('done');
  });
});
