import { expect, it, vi } from 'vitest';
import { anyPage } from '@/src/adapters/any-page/definition';
import { createPageToolExecutor } from '@/src/background/page/page-tool-executor';
import { StewardError } from '@/src/core/errors';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import type { ExecutionRequest, RecalledExecution } from '@/src/core/ports/page-port';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { WriteToken } from '@/src/core/records/write-token';
import type { ToolResult } from '@/src/schema/tool-result';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { pageTool } from '../../fakes/page-tool';
import { aChat } from '../a-chat';

type StepRequest = Omit<ExecutionRequest, 'reading'>;

const SOURCE = { chatId: 'c', runId: 'r', attempt: 1 };
const CALL = {
  type: 'tool-call-delegated',
  executionId: 'e',
  name: 'page_add_user',
  args: { name: 'cy' },
} as const;
const ENDED = {
  type: 'tool-result-processed',
  executionId: 'e',
  name: 'page_add_user',
  success: false,
  errorCode: null,
  durationMs: 1,
} as const;
const TOKEN = { nonce: 'n' } as WriteToken;
const DONE: ToolResult = { success: true, message: 'The page’s tool answered.' };
const outcome = (result: ToolResult): ExecutionOutcome => ({
  result,
  stateHashBefore: '',
  stateHashAfter: '',
  document: 'd',
  order: 1,
});
const failure = (code: ErrorCode) => new StewardError(code, 'It failed.', { remedy: 'Look.' });

/** The executor over a page that answers like this. */
function executor(
  made: {
    execute?: (request: StepRequest, signal: AbortSignal) => Promise<ExecutionOutcome>;
    recall?: () => Promise<RecalledExecution>;
    provide?: () => Promise<void>;
    token?: WriteToken | null;
    tools?: ReturnType<typeof pageTool>[];
  } = {},
) {
  const binding = { adapterId: 'any-page', origin: 'https://a.test', instanceId: 'site', title: '' };
  const chat = {
    ...aChat({ binding }),
    pageTools: made.tools ?? [pageTool()],
  };
  const tokens = createDelegatedTokens();
  const { token = TOKEN } = made;
  if (token !== null) tokens.keep('e', token);
  const sent: StepRequest[] = [];
  const provide = vi.fn(made.provide ?? (async () => undefined));
  const recall = vi.fn(made.recall ?? (async (): Promise<RecalledExecution> => ({ kind: 'unknown' })));
  const warning = vi.fn();
  const { emit } = createPageToolExecutor({
    journal: { chatById: async () => chat },
    adapters: { definitionOf: () => anyPage },
    tokens,
    page: {
      async execute(_chat, request, signal) {
        sent.push(request);
        return made.execute?.(request, signal) ?? outcome(DONE);
      },
      recall,
    },
    provide,
    timer: { sleep: async () => undefined },
    logger: { warning },
  });
  return { emit, sent, provide, recall, warning };
}

it('a call is sent once, with its token, its arguments and the declaration that was approved', async () => {
  const { emit, sent, provide } = executor();
  emit(SOURCE, CALL);
  emit(SOURCE, CALL);
  await vi.waitFor(() => expect(provide).toHaveBeenCalledWith('e', outcome(DONE)));
  const step = { tool: 'add_user', fingerprint: 'a'.repeat(64), args: { name: 'cy' } };
  expect(sent).toEqual([
    { executionId: 'e', tool: 'page_add_user', args: step, timeoutMs: 57_000, token: TOKEN },
  ]);
});

it.each<[ErrorCode, string]>([
  ['page-gone', 'outcome_unknown'],
  ['timeout', 'outcome_unknown'],
  ['page-protocol', 'outcome_unknown'],
  ['internal', 'outcome_unknown'],
  ['write-refused', 'not_authorised'],
  ['aborted', 'not_applied'],
  ['page-changed', 'page_changed'],
  ['permission-missing', 'not_applied'],
])('a call that fails with %s has the result %s', async (code, error_code) => {
  const { emit, provide, warning } = executor({ execute: () => Promise.reject(failure(code)) });
  emit(SOURCE, CALL);
  await vi.waitFor(() =>
    expect(provide).toHaveBeenCalledWith('e', {
      result: expect.objectContaining({ success: false, error_code }),
    }),
  );
  expect(warning).toHaveBeenCalledTimes(1);
});

it('a call that ends otherwise is aborted, and its answer is dropped', async () => {
  const reasons: unknown[] = [];
  const { emit, sent, provide } = executor({
    execute: (_request, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        }),
      ),
  });
  emit(SOURCE, CALL);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  emit(SOURCE, { ...ENDED, executionId: 'other' });
  expect(reasons).toEqual([]);
  emit(SOURCE, ENDED);
  await vi.waitFor(() => expect(reasons).toMatchObject([{ code: 'aborted' }]));
  await Promise.resolve();
  expect(provide).not.toHaveBeenCalled();
});

it.each<[string, RecalledExecution[], Partial<ToolResult>]>([
  ['that the page has ended', [{ kind: 'done', outcome: outcome(DONE) }], DONE],
  [
    'that ends later',
    [{ kind: 'running' }, { kind: 'running' }, { kind: 'done', outcome: outcome(DONE) }],
    DONE,
  ],
  ['that the page doesn’t know', [{ kind: 'unknown' }], { error_code: 'outcome_unknown' }],
  [
    'that failed in the page',
    [{ kind: 'failed', error: { code: 'timeout', message: '', remedy: '', details: null } }],
    { error_code: 'outcome_unknown' },
  ],
])(
  'after a restart of the worker, a call %s is asked for and never sent again',
  async (_what, answers, expected) => {
    const { emit, sent, provide, recall } = executor({
      token: null,
      recall: async () => answers.shift() ?? { kind: 'unknown' },
    });
    emit(SOURCE, CALL);
    await vi.waitFor(() =>
      expect(provide).toHaveBeenCalledWith(
        'e',
        expect.objectContaining({ result: expect.objectContaining(expected) }),
      ),
    );
    expect(sent).toEqual([]);
    expect(recall).toHaveBeenCalled();
  },
);

it.each<[string, { code: ErrorCode; warnings: number }]>([
  ['the call has ended meanwhile: nothing to report', { code: 'not-found', warnings: 0 }],
  ['the storage is full: it is logged', { code: 'storage', warnings: 1 }],
])('a result is refused because %s', async (_what, { code, warnings }) => {
  const { emit, provide, warning } = executor({ provide: () => Promise.reject(failure(code)) });
  emit(SOURCE, CALL);
  await vi.waitFor(() => expect(provide).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
  expect(warning).toHaveBeenCalledTimes(warnings);
});

it('delegated calls of other modules are left to them', async () => {
  const { emit, sent, provide, recall } = executor({ tools: [] });
  emit(SOURCE, CALL);
  await new Promise((done) => setTimeout(done));
  expect([sent, provide.mock.calls, recall.mock.calls]).toEqual([[], [], []]);
});
