import { expect, it } from 'vitest';
import { storedToolCard, streamingToolCard } from '@/src/panel/conversation/tool-card-model';
import type { Execution, ExecutionState } from '@/src/schema/call';
import type { ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';

const call = {
  executionId: 'x',
  modelCallId: 'call_0',
  name: 'add_rule',
  argumentsText: '{"pattern":"*-preview*"}',
};

function execution(state: ExecutionState): Execution {
  return {
    id: 'x',
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    index: 0,
    name: 'add_rule',
    effect: 'write',
    state,
    receivedAtMs: 0,
    startedAtMs: null,
    write: null,
    leftStateHash: null,
  };
}

function message(result: ToolResult, durationMs: number): ToolMessage {
  return {
    id: 't',
    chatId: 'c',
    runId: 'r',
    position: 1,
    createdAtMs: 0,
    discardedBy: null,
    role: 'tool',
    executionId: 'x',
    modelCallId: 'call_0',
    name: 'add_rule',
    result,
    durationMs,
    pageUpdate: null,
  };
}

it.each([
  ['without an execution', null, 'running', null],
  ['received', execution('received'), 'running', null],
  ['started', execution('started'), 'running', null],
  ['waiting for approval', execution('awaiting-approval'), 'awaiting-approval', 'Waits for your approval.'],
  ['done, its result not stored yet', execution('done'), 'running', null],
])('a call %s has its state', (_, journaled, state, text) => {
  const card = storedToolCard({ call, execution: journaled, result: null, runIsActive: true, attempts: [] });
  expect(card).toMatchObject({ state, message: text, durationMs: null, data: null });
});

it.each([
  ['succeeded', { success: true, message: 'Added.', data: { hidden: 5 } }, 40, 40, { hidden: 5 }],
  ['failed', { success: false, message: 'No match.', error_code: 'no_match' }, 0, null, null],
])(
  'a call that %s shows its result, and no time where none was measured',
  (state, result, ms, shownMs, data) => {
    const card = storedToolCard({
      call,
      execution: execution('done'),
      result: message(result, ms),
      runIsActive: false,
      attempts: [],
    });
    expect(card).toMatchObject({ state, message: result.message, durationMs: shownMs, data });
  },
);

it('shows a call while it streams in', () => {
  expect(streamingToolCard({ index: 0, name: 'add_rule', argumentsText: '{"pattern":"*-pre' })).toMatchObject(
    {
      state: 'running',
      label: 'add_rule("*-pre',
    },
  );
});

it('a planned call is not shown as done', () => {
  const planned: ToolMessage = {
    ...message({ success: true, message: 'Planned, not done.' }, 0),
    planned: true,
  };
  const card = storedToolCard({
    call,
    execution: execution('done'),
    result: planned,
    runIsActive: true,
    attempts: [],
  });
  expect(card).toMatchObject({ state: 'planned', message: 'Planned, not done.', durationMs: null });
});
