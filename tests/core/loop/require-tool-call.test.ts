import { expect, it } from 'vitest';
import { calls, says, userSends } from '../../fakes/loop-harness';
import { COUNT, FINISH } from './made-calls';

const REQUIRED = { settings: { requireToolCall: true } };
const REMINDER = 'This chat requires a tool call in every response. Call a tool; finish_task ends the task.';

it('a response without a call is stored, and requested again with an event to the model', async () => {
  const { h, run, conversation } = await userSends('Go', [says('I will.'), calls(FINISH)], REQUIRED);
  expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant', 'tool']);
  expect(conversation[2]).toMatchObject({ role: 'system', scope: 'steward', content: REMINDER });
  expect(h.requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'I will.' },
    { role: 'user', content: `[event from steward] ${REMINDER}` },
  ]);
  expect(run?.status).toEqual({ state: 'done' });
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
