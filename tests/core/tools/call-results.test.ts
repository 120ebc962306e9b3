import { expect, it } from 'vitest';
import { runBuiltIn } from '@/src/core/loop/run-call';
import {
  cancelled,
  cutOff,
  denied,
  interruptedRead,
  oneStatusOnly,
  outcomeUnknown,
  pageChanged,
  rejected,
  timedOut,
  tooManyInvalidCalls,
} from '@/src/core/tools/call-results';
import type { ToolResult } from '@/src/schema/tool-result';

it.each<[string, ToolResult, string, RegExp]>([
  ['forbidden by the chat', denied('publish'), 'denied_by_policy', /don’t allow publish\.$/],
  ['refused without a reason', rejected(''), 'rejected_by_user', /^The user refused this call\.$/],
  [
    'made on an older page',
    pageChanged(['the user']),
    'page_changed',
    /changed by the user since .* nothing was done/,
  ],
  ['interrupted', outcomeUnknown(), 'outcome_unknown', /took effect is unknown/],
  ['a read, and interrupted', interruptedRead(), 'interrupted', /only reads, so it changed nothing/],
  ['cut off', cutOff(), 'cut_off', /it was not run\. Make it again\.$/],
  ['never answered', timedOut('publish', 1_500), 'timeout', /^publish did not answer within 1\.5 s\.$/],
  ['stopped', cancelled(), 'cancelled', /^Stopped before it ran\.$/],
  ['the second for a status', oneStatusOnly(), 'one_status_only', /the first one counts\.$/],
])('a call that was %s gets a failure that states it', (_what, result, code, words) => {
  expect(result).toEqual({ success: false, message: expect.stringMatching(words), error_code: code });
});

it('a refusal with a reason states it in the message and as a field', () => {
  expect(rejected('Not now')).toEqual({
    success: false,
    message: 'The user refused this call: Not now',
    error_code: 'rejected_by_user',
    data: { user_note: 'Not now' },
  });
});

it('invalid attempts are an error with the last one’s message', () => {
  expect(tooManyInvalidCalls(4, { success: false, message: 'There is no tool "x".' })).toMatchObject({
    code: 'invalid-calls',
    message: 'The model could not write a valid call. Attempts: 4.',
    remedy: 'Word the request differently, or choose another model.',
    details: 'There is no tool "x".',
  });
});

it.each([
  ['ask_user', {}, 'The question was put to the user. Their answer follows.'],
  ['wait', { reason: 'Slow page.', for: 'time', seconds: 2 }, 'Waited: Slow page.'],
  ['finish_task', { summary: 'Done.' }, 'The task is finished.'],
])('%s is a success with a message', (name, args, message) => {
  const { result } = runBuiltIn(name, args, { executionId: 'e', nowMs: 1, contextHash: null });
  expect(result).toEqual({ success: true, message });
});
