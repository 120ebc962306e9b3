import { expect, it } from 'vitest';
import { logEventOfToolRun, nameForLog } from '@/src/core/logging/log-tool-run';

it('a tool call is logged with its name, outcome and duration', () => {
  const facts = { success: true, name: 'add_rule', errorCode: null, durationMs: 12 };
  expect(logEventOfToolRun('t', facts)).toEqual({
    level: 'info',
    topic: 't',
    message: 'add_rule succeeded.',
    data: { tool: 'add_rule', success: true, errorCode: null, durationMs: 12 },
  });
});

it('a failed call is logged with its code', () => {
  const facts = { success: false, name: 'save', errorCode: 'save_failed', durationMs: 12 };
  expect(logEventOfToolRun('t', facts)).toEqual({
    level: 'error',
    topic: 't',
    message: 'save failed: save_failed.',
    data: { tool: 'save', success: false, errorCode: 'save_failed', durationMs: 12 },
  });
});

it.each([
  // Refusals: the model can correct its call, the user refused, or there was nothing to do.
  ['invalid_parameters', 'info'],
  ['unknown_tool', 'info'],
  ['denied_by_policy', 'info'],
  ['rejected_by_user', 'info'],
  ['cancelled', 'info'],
  ['page_changed', 'info'],
  ['no_match', 'info'],
  ['already_covered', 'info'],
  ['duplicate_rule', 'info'],
  ['rule_not_found', 'info'],
  ['nothing_to_save', 'info'],
  ['not_ready', 'info'],
  ['one_status_only', 'info'],
  ['user_wrote', 'info'],
  ['unsaved_changes', 'info'],
  ['busy', 'info'],
  ['page_locked', 'info'],
  ['timeout', 'warning'],
  // Failures of the tool itself, and unknown codes.
  ['outcome_unknown', 'error'],
  ['not_applied', 'error'],
  ['page_refused', 'error'],
  ['nobody_thought_of_it', 'error'],
  ['notarised', 'error'],
  ['not_found_it', 'error'],
  ['my_page_changed', 'error'],
  ['not_ready_yet', 'error'],
  ['an invalid code', 'error'],
] as const)('a result with %s is logged as %s', (errorCode, level) => {
  expect(logEventOfToolRun('t', { success: false, name: 'n', errorCode, durationMs: 0 }).level).toBe(level);
});

it('a success is logged as info, whatever its code', () => {
  expect(
    logEventOfToolRun('t', { success: true, name: 'n', errorCode: 'timeout', durationMs: 0 }).level,
  ).toBe('info');
});

it('a failure without a code is an error', () => {
  expect(logEventOfToolRun('t', { success: false, name: 'n', errorCode: null, durationMs: 0 }).level).toBe(
    'error',
  );
});

it.each([
  ['add_ignore_rule', 'add_ignore_rule'],
  ['functions.add-rule:v2', 'functions.add-rule:v2'],
  ['n'.repeat(64), 'n'.repeat(64)],
  ['n'.repeat(65), '(no usable name)'],
  ['my password is hunter2', '(no usable name)'],
  ['name\n[ai_loop.error]', '(no usable name)'],
  ['', '(no usable name)'],
])('the name %j is logged as %j', (name, logged) => {
  expect(nameForLog(name)).toBe(logged);
});
