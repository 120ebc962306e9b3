import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withDecision, withoutDecision } from '@/src/core/policy/with-decision';
import type { ApprovalCall, CallDecision } from '@/src/schema/approval';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { approvalCall } from './approval-call';

const result: ToolResult = { success: true, message: 'Added.', data: { count: 2 } };

function callWith(decision: Partial<CallDecision> | null): ApprovalCall {
  return approvalCall('e', {
    decision:
      decision === null
        ? null
        : {
            verdict: 'approved',
            args: { text: 'ale' },
            isEdited: false,
            note: '',
            atMs: 1,
            ...decision,
          },
  });
}

it.each<[string, ApprovalCall | null]>([
  ['the call needed no approval', null],
  ['the user has not decided', callWith(null)],
  ['the user approved it unchanged', callWith({})],
])('a result is unchanged if %s', (_what, call) => {
  expect(withDecision(result, call)).toBe(result);
});

it.each<[string, Partial<CallDecision>, ToolResult]>([
  [
    'the edited call',
    { isEdited: true, args: { text: 'bun' } },
    {
      success: true,
      message: 'The user changed this call; what ran is add_note("bun"). Added.',
      data: { count: 2, proposed: { text: 'ale' }, ran_with: { text: 'bun' } },
    },
  ],
  [
    'the user’s note',
    { note: 'only this once' },
    {
      success: true,
      message: 'The user’s note: only this once Added.',
      data: { count: 2, user_note: 'only this once' },
    },
  ],
  [
    'both',
    { isEdited: true, args: { text: 'bun' }, note: 'better so' },
    {
      success: true,
      message: 'The user changed this call; what ran is add_note("bun"). The user’s note: better so Added.',
      data: {
        count: 2,
        proposed: { text: 'ale' },
        ran_with: { text: 'bun' },
        user_note: 'better so',
      },
    },
  ],
])('a result contains %s', (_what, decision, expected) => {
  expect(withDecision(result, callWith(decision))).toEqual(expected);
});

it('a failure without data contains them as well', () => {
  const failure: ToolResult = { success: false, message: 'Known.', error_code: 'duplicate' };
  expect(withDecision(failure, callWith({ note: 'try' }))).toEqual({
    success: false,
    message: 'The user’s note: try Known.',
    error_code: 'duplicate',
    data: { user_note: 'try' },
  });
});

it('the result’s own message and the user’s note can be separated again', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), fc.jsonValue(), fc.string(), (message, isEdited, text, note) => {
      const args = { text: text as Json };
      const decided = withDecision({ success: true, message }, callWith({ isEdited, args, note }));
      expect(withoutDecision(decided)).toEqual({ message, note: note === '' ? null : note });
    }),
  );
});
