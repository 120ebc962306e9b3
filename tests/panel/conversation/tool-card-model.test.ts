import { expect, it } from 'vitest';
import { rejected } from '@/src/core/tools/call-results';
import {
  storedToolCard,
  streamingToolCard,
  type ToolCardState,
} from '@/src/panel/conversation/tool-card-model';
import type { Execution, ExecutionState } from '@/src/schema/call';
import type { ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { inWords } from '../in-words';

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
  ['waiting for approval', execution('awaiting-approval'), 'awaiting-approval', 'waits for you'],
  ['done, its result not stored yet', execution('done'), 'running', null],
])('a call %s has its state', (_, journaled, state, text) => {
  const card = storedToolCard({
    call,
    execution: journaled,
    result: null,
    runIsActive: true,
    runAsks: true,
    attempts: [],
  });
  expect(inWords(inWords(card))).toMatchObject({
    state,
    outcome: text,
    message: null,
    durationMs: null,
    data: null,
  });
});

it.each([
  ['done', { success: true, message: 'Added.', data: { hidden: 5 } }, 40, 40, { hidden: 5 }],
  ['failed', { success: false, message: 'No such rule.', error_code: 'rule_not_found' }, 0, null, null],
])(
  'a call that is %s shows its result, and no time where none was measured',
  (state, result, ms, shownMs, data) => {
    const card = storedToolCard({
      call,
      execution: execution('done'),
      result: message(result, ms),
      runIsActive: false,
      runAsks: false,
      attempts: [],
    });
    expect(inWords(inWords(card))).toMatchObject({
      state,
      outcome: null,
      message: result.message,
      durationMs: shownMs,
      data,
    });
  },
);

it.each<[string, string, ToolCardState, string]>([
  ['no_match', 'No match.', 'nothing-to-do', 'no match'],
  ['already_covered', 'It is covered.', 'nothing-to-do', 'already so'],
  ['duplicate_rule', 'It is there.', 'nothing-to-do', 'already so'],
  ['nothing_to_save', 'Nothing was written.', 'nothing-to-do', 'nothing to do'],
  ['rejected_by_user', rejected('').message, 'refused', 'refused by you'],
  ['denied_by_policy', 'Read-only.', 'refused', 'not allowed'],
  ['cancelled', 'Stopped before it ran.', 'refused', 'stopped'],
  ['user_wrote', 'Not finished yet.', 'refused', 'not now'],
])('a call that ended with %s (%s) is %s: %s', (code, text, state, outcome) => {
  const result = message({ success: false, message: text, error_code: code }, 0);
  const card = storedToolCard({
    call,
    execution: null,
    result,
    runIsActive: false,
    runAsks: false,
    attempts: [],
  });
  expect(inWords(inWords(card))).toMatchObject({ state, outcome, reason: null });
});

it('a call that the user refused with a note has the note as its reason', () => {
  const result = message(rejected('too many'), 0);
  const runs = { runIsActive: false, runAsks: false, attempts: [] };
  expect(storedToolCard({ call, execution: null, result, ...runs })).toMatchObject({ reason: 'too many' });
});

it('a call of a run that ended before it was carried out was not run', () => {
  const card = storedToolCard({
    call,
    execution: null,
    result: null,
    runIsActive: false,
    runAsks: false,
    attempts: [],
  });
  expect(inWords(inWords(card))).toMatchObject({
    state: 'refused',
    outcome: 'not carried out',
    message: null,
  });
});

it('a write that was sent is uncertain if its run ended without its result, a call that only reads was not carried out', () => {
  const ended = { call, result: null, runIsActive: false, runAsks: false, attempts: [] };
  const sent: Execution = { ...execution('started'), write: { page: 'p' } as never };
  expect(inWords(storedToolCard({ ...ended, execution: sent }))).toMatchObject({
    state: 'failed',
    outcome: null,
    message: 'It is uncertain whether this took effect.',
  });
  expect(inWords(storedToolCard({ ...ended, execution: execution('started') }))).toMatchObject({
    state: 'refused',
    outcome: 'not carried out',
  });
});

it('an approved call that has not started doesn’t wait for the user', () => {
  const decided = { call, result: null, runIsActive: true, runAsks: false, attempts: [] };
  const card = storedToolCard({ ...decided, execution: execution('awaiting-approval') });
  expect(inWords(inWords(card))).toMatchObject({ state: 'running', outcome: null });
});

it('shows a call while it streams in', () => {
  expect(
    inWords(streamingToolCard({ index: 0, name: 'add_rule', argumentsText: '{"pattern":"*-pre' })),
  ).toMatchObject({
    state: 'running',
    label: 'add_rule("*-pre',
  });
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
    runAsks: false,
    attempts: [],
  });
  expect(inWords(inWords(card))).toMatchObject({
    state: 'planned',
    message: 'Planned, not done.',
    durationMs: null,
  });
});
