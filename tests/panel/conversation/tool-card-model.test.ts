import { expect, it } from 'vitest';
import { rejected } from '@/src/core/tools/call-results';
import {
  storedToolCard,
  streamingToolCard,
  userDecisionText,
} from '@/src/panel/conversation/tool-card-model';
import type { ToolCardState } from '@/src/panel/kit/tool-state-icon';
import type { Execution, ExecutionState } from '@/src/schema/call';
import type { Json } from '@/src/schema/values/json';
import { wordsOf } from '@/src/texts/i18n';
import { inWords } from '../in-words';
import { toolMessage } from '../stored-messages';

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

/** The card of the call in a run that is over. Neither its execution nor its result is stored, unless `fields` has them. */
const cardOf = (fields: Partial<Parameters<typeof storedToolCard>[0]>) =>
  inWords(
    storedToolCard({
      call,
      execution: null,
      result: null,
      runIsActive: false,
      runAsks: false,
      attempts: [],
      ...fields,
    }),
  );
const ACTIVE = { runIsActive: true, runAsks: true };

it.each([
  ['without an execution', null, 'running', null],
  ['received', execution('received'), 'running', null],
  ['started', execution('started'), 'running', null],
  ['waiting for approval', execution('awaiting-approval'), 'awaiting-approval', 'waits for you'],
  ['done, its result not stored yet', execution('done'), 'running', null],
])('a call %s has its state', (_, journaled, state, text) => {
  expect(cardOf({ ...ACTIVE, execution: journaled })).toMatchObject({
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
  (state, result, durationMs, shownMs, data) => {
    const message = toolMessage({ result, durationMs });
    expect(cardOf({ execution: execution('done'), result: message })).toMatchObject({
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
  const result = toolMessage({ result: { success: false, message: text, error_code: code } });
  expect(cardOf({ result })).toMatchObject({ state, outcome, reason: null });
});

const NOT_RUN = { state: 'refused', outcome: 'not carried out', message: null };
const SENT: Execution = { ...execution('started'), write: { page: 'p' } as never };
const UNCERTAIN = { state: 'failed', outcome: null, message: 'It is uncertain whether this took effect.' };

it.each([
  [
    'that the user refused with a note has the note as its reason',
    { result: toolMessage({ result: rejected('too many') }) },
    { reason: 'too many' },
  ],
  ['of a run that ended before it was carried out was not run', {}, NOT_RUN],
  ['that only reads was not carried out if its run ended', { execution: execution('started') }, NOT_RUN],
  [
    'that was sent as a write is uncertain if its run ended without its result',
    { execution: SENT },
    UNCERTAIN,
  ],
  [
    'that is approved and has not started doesn’t wait for the user',
    { runIsActive: true, execution: execution('awaiting-approval') },
    { state: 'running', outcome: null },
  ],
  [
    'that is planned is not shown as done',
    {
      runIsActive: true,
      execution: execution('done'),
      result: toolMessage({ result: { success: true, message: 'Planned, not done.' }, planned: true }),
    },
    { state: 'planned', message: 'Planned, not done.', durationMs: null },
  ],
])('a call %s', (_, fields, shown) => {
  expect(cardOf(fields)).toMatchObject(shown);
});

it('shows a call while it streams in', () => {
  expect(
    inWords(streamingToolCard({ index: 0, name: 'add_rule', argumentsText: '{"pattern":"*-pre' })),
  ).toMatchObject({
    state: 'running',
    label: 'add_rule("*-pre',
  });
});

it.each<[string, Json, Json, string]>([
  ['another value', { pattern: 'a*' }, { pattern: 'b*' }, 'Edited by you'],
  ['a member more', { pattern: 'a*' }, { pattern: 'a*', provider: 'openai' }, 'Edited by you'],
  ['a member less', { pattern: 'a*', provider: 'openai' }, { pattern: 'a*' }, 'Edited by you'],
  ['another member', { a: 1 }, { b: 1 }, 'Edited by you'],
  [
    'a shorter list',
    { ignore: ['a', 'b', 'c'], whitelist: ['d', 'e'], mode: 'merge' },
    { ignore: ['a', 'c'], whitelist: ['d', 'e'], mode: 'merge' },
    '1 of 5 entries left out by you',
  ],
  ['a list with something else in it', { ignore: ['a', 'b'] }, { ignore: ['c'] }, 'Edited by you'],
  ['a list in another order', { ignore: ['a', 'b'] }, { ignore: ['b', 'a'] }, 'Edited by you'],
  ['a longer list', { ignore: ['a'] }, { ignore: ['a', 'b'] }, 'Edited by you'],
  [
    'shorter lists within a list',
    {
      rule_sets: [
        { provider: 'x', ignore: ['a', 'b'] },
        { provider: 'y', ignore: ['c'] },
      ],
    },
    {
      rule_sets: [
        { provider: 'x', ignore: ['a'] },
        { provider: 'y', ignore: [] },
      ],
    },
    '2 of 3 entries left out by you',
  ],
  [
    'objects omitted from a list',
    { sets: [{ a: 1 }, { a: 2 }] },
    { sets: [{ a: 2 }] },
    '1 of 2 entries left out by you',
  ],
  ['a list that became a text', { ignore: ['a'] }, { ignore: 'a' }, 'Edited by you'],
])('describes the user’s edit: %s', (_, proposed, ran, words) => {
  const data = { proposed, ran_with: ran, hidden: 5 };
  expect(wordsOf(userDecisionText({ success: true, message: 'Done.', data }) ?? '')).toBe(words);
});

it.each([
  ['without data', {}],
  ['with other data', { data: { hidden: 5 } }],
])('returns null for a call that ran as proposed: %s', (_, data) => {
  expect(userDecisionText({ success: true, message: 'Done.', ...data })).toBeNull();
});
