import { describe, expect, it } from 'vitest';
import { createLoopLog, logEventOf } from '@/src/core/logging/log-loop-events';
import type { LoopEvent } from '@/src/core/records/loop-event';
import type { ErrorInfo } from '@/src/schema/error-info';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';

const CANARY = 'what nobody may read in a log';

function error(code: ErrorInfo['code']): ErrorInfo {
  return { code, message: 'It failed.', remedy: 'Try again.', details: CANARY };
}

it.each<[string, LoopEvent, ReturnType<typeof logEventOf>]>([
  [
    'the start of a run',
    { type: 'session-started' },
    { level: 'info', topic: 'ai_loop.session_started', message: 'A run started.', data: null },
  ],
  [
    'a restarted answer',
    { type: 'response-restarted', messageId: 'm' },
    {
      level: 'warning',
      topic: 'ai_loop.response_restarted',
      message: 'The answer so far was dropped: the endpoint restarted it, or it turned out to be reasoning.',
      data: null,
    },
  ],
  [
    'a request that waits for other chats',
    { type: 'request-queued', messageId: 'm', wait: { reason: 'in-flight', untilMs: null } },
    {
      level: 'info',
      topic: 'ai_loop.request_queued',
      message: 'A request waits for other requests to the endpoint.',
      data: { reason: 'in-flight', untilMs: null },
    },
  ],
  [
    'a request that waits as the endpoint asked',
    { type: 'request-queued', messageId: 'm', wait: { reason: 'asked-to-wait', untilMs: 5_000 } },
    {
      level: 'info',
      topic: 'ai_loop.request_queued',
      message: 'A request waits as the endpoint asked.',
      data: { reason: 'asked-to-wait', untilMs: 5_000 },
    },
  ],
  [
    'its end',
    { type: 'session-ended', reason: 'stopped' },
    {
      level: 'info',
      topic: 'ai_loop.session_ended',
      message: 'A run ended: stopped.',
      data: { reason: 'stopped' },
    },
  ],
  [
    'a checkpoint',
    { type: 'checkpoint-taken', checkpointId: 'k1', deletedCount: 2 },
    {
      level: 'info',
      topic: 'ai_loop.checkpoint_taken',
      message: 'A checkpoint was taken.',
      data: { checkpointId: 'k1', deletedCount: 2 },
    },
  ],
  [
    'prompt problems',
    { type: 'prompt-problems', messages: ['x'.repeat(301), 'The key is malformed.'] },
    {
      level: 'warning',
      topic: 'ai_loop.prompt_problems',
      message: 'Parts of the prompt can’t be used as they are.',
      data: { problems: ['x'.repeat(300), 'The key is malformed.'] },
    },
  ],
  [
    'a pause',
    { type: 'paused' },
    { level: 'info', topic: 'ai_loop.status.paused', message: 'A run was paused.', data: null },
  ],
  [
    'its end too',
    { type: 'resumed' },
    { level: 'info', topic: 'ai_loop.status.resumed', message: 'A run was resumed.', data: null },
  ],
  [
    'a retried request',
    { type: 'retry-scheduled', attempt: 2, attempts: 3, delayMs: 1_100, error: error('network') },
    {
      level: 'warning',
      topic: 'ai_loop.retry_scheduled',
      message: 'It failed. The request goes out again in 1100 ms.',
      data: { code: 'network', attempt: 2, attempts: 3, delayMs: 1_100 },
    },
  ],
  [
    'a call that can’t be run as written',
    { type: 'call-invalid', executionId: 'e', name: 'add_rule', count: 3 },
    {
      level: 'warning',
      topic: 'ai_loop.call_invalid',
      message: 'A call of add_rule could not be run as written (3 in a row).',
      data: { tool: 'add_rule', count: 3 },
    },
  ],
  [
    'a repaired call, without what the model wrote',
    { type: 'call-repaired', executionId: 'e', name: 'add_rule', repairs: [CANARY, CANARY] },
    {
      level: 'warning',
      topic: 'ai_loop.call_repaired',
      message: 'The arguments of a call of add_rule were wrongly encoded and were repaired.',
      data: { tool: 'add_rule', repairs: 2 },
    },
  ],
  [
    'a lost connection to the model',
    { type: 'error', error: error('network') },
    { level: 'error', topic: 'ai_loop.error', message: 'It failed.', data: { code: 'network' } },
  ],
  [
    'a timeout',
    { type: 'error', error: error('timeout') },
    { level: 'warning', topic: 'ai_loop.error', message: 'It failed.', data: { code: 'timeout' } },
  ],
  [
    'a tool call',
    {
      type: 'tool-result-processed',
      executionId: 'e',
      name: 'add_rule',
      success: false,
      errorCode: null,
      durationMs: 7,
    },
    {
      level: 'error',
      topic: 'ai_loop.tool_call.result_processed',
      message: 'add_rule failed.',
      data: { tool: 'add_rule', success: false, errorCode: null, durationMs: 7 },
    },
  ],
])('the log keeps %s', (_, event, logged) => {
  expect(logEventOf(event)).toEqual(logged);
});

it.each<LoopEvent>([
  { type: 'user-message-processed', messageId: 'm' },
  { type: 'input-accepted', messageIds: ['m'] },
  { type: 'response-started', messageId: 'm' },
  { type: 'chunk-received', messageId: 'm', kind: 'content', text: CANARY },
  { type: 'tool-call-part-received', messageId: 'm', index: 0, name: 'n', argumentsText: CANARY },
  { type: 'response-ended', messageId: 'm', stored: true },
  { type: 'tool-call-identified', executionId: 'e', name: 'n' },
  { type: 'status-changed', status: { state: 'processing' } },
])('the log ignores $type', (event) => {
  expect(logEventOf(event)).toBeNull();
});

describe('the log of the loop', () => {
  it('writes an entry with its chat and run, at its level', () => {
    const { logger, entries } = createMemoryLogger('debug');
    createLoopLog(logger).emit({ chatId: 'c', runId: 'r', attempt: 1 }, { type: 'session-started' });
    expect(entries).toEqual([
      {
        level: 'info',
        topic: 'ai_loop.session_started',
        message: 'A run started.',
        chatId: 'c',
        runId: 'r',
        data: null,
      },
    ]);
  });

  it('writes nothing for an ignored event', () => {
    const { logger, entries } = createMemoryLogger('debug');
    createLoopLog(logger).emit(
      { chatId: 'c', runId: 'r', attempt: 1 },
      { type: 'response-started', messageId: 'm' },
    );
    expect(entries).toEqual([]);
  });
});

type ToolRun = Extract<LoopEvent, { type: 'tool-result-processed' }>;

function toolRun(facts: Pick<ToolRun, 'success' | 'name' | 'errorCode' | 'durationMs'>): ToolRun {
  return { type: 'tool-result-processed', executionId: 'e', ...facts };
}

it('a tool call is logged with its name, outcome and duration', () => {
  const facts = { success: true, name: 'add_rule', errorCode: null, durationMs: 12 };
  expect(logEventOf(toolRun(facts))).toEqual({
    level: 'info',
    topic: 'ai_loop.tool_call.result_processed',
    message: 'add_rule succeeded.',
    data: { tool: 'add_rule', success: true, errorCode: null, durationMs: 12 },
  });
});

it('a failed call is logged with its code', () => {
  const facts = { success: false, name: 'save', errorCode: 'save_failed', durationMs: 12 };
  expect(logEventOf(toolRun(facts))).toEqual({
    level: 'error',
    topic: 'ai_loop.tool_call.result_processed',
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
  expect(logEventOf(toolRun({ success: false, name: 'n', errorCode, durationMs: 0 }))?.level).toBe(level);
});

it('a success is logged as info, whatever its code', () => {
  expect(logEventOf(toolRun({ success: true, name: 'n', errorCode: 'timeout', durationMs: 0 }))?.level).toBe(
    'info',
  );
});

it('a failure without a code is an error', () => {
  expect(logEventOf(toolRun({ success: false, name: 'n', errorCode: null, durationMs: 0 }))?.level).toBe(
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
  const facts = { success: true, name, errorCode: null, durationMs: 0 };
  expect(logEventOf(toolRun(facts))?.data).toMatchObject({ tool: logged });
});
