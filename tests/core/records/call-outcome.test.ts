import { expect, it } from 'vitest';
import { type CallOutcome, callOutcome, isModelsError } from '@/src/core/records/tool-result';

it.each<[CallOutcome, (string | undefined)[]]>([
  [
    'nothing-to-do',
    [
      'no_match',
      'nothing_to_change',
      'nothing_to_save',
      'nothing_to_discard',
      'already_covered',
      'duplicate_rule',
    ],
  ],
  ['refused', ['rejected_by_user', 'denied_by_policy', 'cancelled', 'plan_open', 'user_wrote']],
  [
    'failed',
    [
      undefined,
      'no_matches_here',
      'rule_not_found',
      'invalid_parameters',
      'unknown_tool',
      'timeout',
      'page_refused',
    ],
  ],
])('the outcome of a call is %s if its error code is one of %j', (outcome, codes) => {
  for (const code of codes) {
    const result = { success: false, message: '', ...(code === undefined ? {} : { error_code: code }) };
    expect(callOutcome(result)).toBe(outcome);
  }
});

it.each<[boolean, string[]]>([
  [
    true,
    [
      'invalid_parameters',
      'invalid_pattern',
      'unknown_tool',
      'unknown_chat',
      'ambiguous_chat',
      'too_many_rules',
      'cut_off',
      'rule_not_found',
    ],
  ],
  [
    false,
    [
      'no_match',
      'page_refused',
      'page_changed',
      'not_ready',
      'models_unknown',
      'timeout',
      'rejected_by_user',
    ],
  ],
])('isModelsError is %s for a failure with one of the codes %j', (isOwn, codes) => {
  for (const error_code of codes)
    expect(isModelsError({ success: false, message: '', error_code })).toBe(isOwn);
});

it('the outcome of a call that succeeded is done', () => {
  expect(callOutcome({ success: true, message: '' })).toBe('done');
});
