import { describe, expect, it } from 'vitest';
import { createLoopLog, logEventOf } from '@/src/core/logging/log-loop-events';
import type { LoopEvent } from '@/src/core/records/loop-event';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { LogLevel } from '@/src/schema/values/log-level';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';

const CANARY = 'what nobody may read in a log';

function error(code: ErrorInfo['code']): ErrorInfo {
  return { code, message: 'It failed.', remedy: 'Try again.', details: CANARY };
}

type ToolRun = Extract<LoopEvent, { type: 'tool-result-processed' }>;

function toolRun(facts: Pick<ToolRun, 'success' | 'name' | 'errorCode' | 'durationMs'>): ToolRun {
  return { type: 'tool-result-processed', executionId: 'e', ...facts };
}

it.each<[string, LoopEvent, LogLevel, topic: string, message: string, data: unknown]>([
  [
    'the start of a run',
    { type: 'session-started' },
    'info',
    'ai_loop.session_started',
    'A run started.',
    null,
  ],
  [
    'a restarted answer',
    { type: 'response-restarted', messageId: 'm' },
    'warning',
    'ai_loop.response_restarted',
    'The answer so far was dropped: its pieces contradict each other, or it turned out to be reasoning.',
    null,
  ],
  [
    'a request that waits for other chats',
    { type: 'request-queued', messageId: 'm', wait: { reason: 'in-flight', untilMs: null } },
    'info',
    'ai_loop.request_queued',
    'A request waits for other requests to the endpoint.',
    { reason: 'in-flight', untilMs: null },
  ],
  [
    'a request that waits as the endpoint asked',
    { type: 'request-queued', messageId: 'm', wait: { reason: 'asked-to-wait', untilMs: 5_000 } },
    'info',
    'ai_loop.request_queued',
    'A request waits as the endpoint asked.',
    { reason: 'asked-to-wait', untilMs: 5_000 },
  ],
  [
    'its end',
    { type: 'session-ended', reason: 'stopped' },
    'info',
    'ai_loop.session_ended',
    'A run ended: stopped.',
    { reason: 'stopped' },
  ],
  [
    'a checkpoint',
    { type: 'checkpoint-taken', checkpointId: 'k1', deletedCount: 2 },
    'info',
    'ai_loop.checkpoint_taken',
    'A checkpoint was taken.',
    { checkpointId: 'k1', deletedCount: 2 },
  ],
  [
    'prompt problems',
    { type: 'prompt-problems', messages: ['x'.repeat(301), 'The key is malformed.'] },
    'warning',
    'ai_loop.prompt_problems',
    'Parts of the prompt can’t be used as they are.',
    { problems: ['x'.repeat(300), 'The key is malformed.'] },
  ],
  ['a pause', { type: 'paused' }, 'info', 'ai_loop.status.paused', 'A run was paused.', null],
  ['its end too', { type: 'resumed' }, 'info', 'ai_loop.status.resumed', 'A run was resumed.', null],
  [
    'a retried request',
    { type: 'retry-scheduled', attempt: 2, attempts: 3, delayMs: 1_100, error: error('network') },
    'warning',
    'ai_loop.retry_scheduled',
    'It failed. The request goes out again in 1100 ms.',
    { code: 'network', attempt: 2, attempts: 3, delayMs: 1_100 },
  ],
  [
    'a call that can’t be run as written',
    { type: 'call-invalid', executionId: 'e', name: 'add_rule', count: 3 },
    'warning',
    'ai_loop.call_invalid',
    'A call of add_rule could not be run as written (3 in a row).',
    { tool: 'add_rule', count: 3 },
  ],
  [
    'a repaired call, without what the model wrote',
    { type: 'call-repaired', executionId: 'e', name: 'add_rule', repairs: [CANARY, CANARY] },
    'warning',
    'ai_loop.call_repaired',
    'The arguments of a call of add_rule were wrongly encoded and were repaired.',
    { tool: 'add_rule', repairs: 2 },
  ],
  [
    'a lost connection to the model',
    { type: 'error', error: error('network') },
    'error',
    'ai_loop.error',
    'It failed.',
    { code: 'network' },
  ],
  [
    'a timeout',
    { type: 'error', error: error('timeout') },
    'warning',
    'ai_loop.error',
    'It failed.',
    { code: 'timeout' },
  ],
  [
    'a tool call that succeeded',
    toolRun({ success: true, name: 'add_rule', errorCode: null, durationMs: 12 }),
    'info',
    'ai_loop.tool_call.result_processed',
    'add_rule succeeded.',
    { tool: 'add_rule', success: true, errorCode: null, durationMs: 12 },
  ],
  [
    'a tool call that failed with a code',
    toolRun({ success: false, name: 'save', errorCode: 'save_failed', durationMs: 12 }),
    'error',
    'ai_loop.tool_call.result_processed',
    'save failed: save_failed.',
    { tool: 'save', success: false, errorCode: 'save_failed', durationMs: 12 },
  ],
  [
    'a tool call that failed without a code',
    toolRun({ success: false, name: 'add_rule', errorCode: null, durationMs: 7 }),
    'error',
    'ai_loop.tool_call.result_processed',
    'add_rule failed.',
    { tool: 'add_rule', success: false, errorCode: null, durationMs: 7 },
  ],
])('the log keeps %s', (_, event, level, topic, message, data) => {
  expect(logEventOf(event)).toEqual({ level, topic, message, data });
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
